/**
 * Waits for conditions that are looked at whenever `look` is called; `describe` tells how things stood otherwise.
 * `patienceMs` is the longest wait, in milliseconds.
 */
export const waiting = (describe: () => string, patienceMs = 180_000) => {
  const watchers = new Set<() => void>()
  return {
    look() {
      for (const watcher of [...watchers]) watcher()
    },
    /** Resolves with what `find` finds; rejects when it finds nothing in time. */
    until: <T>(what: string, find: () => T | null | undefined | false): Promise<T> =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          watchers.delete(attempt)
          reject(new Error(`${what}: not within ${patienceMs / 1_000} s; ${describe()}`))
        }, patienceMs)
        const attempt = () => {
          const found = find()
          if (found === null || found === undefined || found === false) return
          watchers.delete(attempt)
          clearTimeout(late)
          resolve(found)
        }
        watchers.add(attempt)
        attempt()
      }),
  }
}
