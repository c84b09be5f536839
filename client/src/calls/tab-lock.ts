/** Runs `work` while no one else runs what they asked for under the same name. */
export type Exclusive = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** One after another within this page alone: for browsers without Web Locks. */
export const pageLock = (): Exclusive => {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
    last.set(name, turn)
    return turn
  }
}

/**
 * One after another among all tabs. A tab that was put to sleep may hold the lock for as long as it sleeps: anyone who has
 * waited until `patience` is aborted goes on without it, as does anyone whose browser refuses locks together with storage.
 */
export const tabLock =
  (locks: Pick<LockManager, 'request'>, patience: () => AbortSignal): Exclusive =>
  async (name, work) => {
    let began = false
    const begin = () => {
      began = true
      return work()
    }
    try {
      return await locks.request(name, { signal: patience() }, begin)
    } catch (error) {
      if (began) throw error
      return work()
    }
  }

/** What all tabs know the moment it is marked, unlike what one of them writes to storage, which takes its time. */
export type TabMarks = { mark(name: string): Promise<void>; isMarked(name: string): Promise<boolean> }

/** For browsers without Web Locks: no one knows of anything. */
export const noMarks: TabMarks = { mark: async () => undefined, isMarked: async () => false }

/** A mark is a lock that is held until `expiry` resolves, or the tab is gone; where locks are refused, nothing is marked. */
export const tabMarks = (
  locks: Pick<LockManager, 'request' | 'query'>,
  expiry: () => Promise<unknown>,
): TabMarks => ({
  mark: (name) =>
    new Promise((resolve) => {
      const hold = () => {
        resolve()
        return expiry()
      }
      locks.request(name, { ifAvailable: true }, hold).catch(() => resolve())
    }),
  isMarked: (name) =>
    locks.query().then(
      ({ held = [] }) => held.some((lock) => lock.name === name),
      () => false,
    ),
})
