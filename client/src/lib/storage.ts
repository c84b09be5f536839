/**
 * The browser's storage, which may be absent, full or forbidden: then what is kept lives as long as the page and
 * nothing else breaks.
 */
export type SafeStorage = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

type Backing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** `open` is asked each time, since touching storage alone can throw. */
export const safeStorage = (open: () => Backing): SafeStorage => {
  /** What this page wrote: read first, so that a failed write is still remembered here. */
  const written = new Map<string, string>()
  const attempt = <T>(run: (backing: Backing) => T, otherwise: T): T => {
    try {
      return run(open())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => written.get(key) ?? attempt((backing) => backing.getItem(key), null),
    set: (key, value) => {
      const kept = attempt((backing) => {
        backing.setItem(key, value)
        return true
      }, false)
      if (kept) written.delete(key)
      else written.set(key, value)
    },
    remove: (key) => {
      written.delete(key)
      attempt((backing) => backing.removeItem(key), undefined)
    },
  }
}

/** Kept across visits, shared by all tabs. */
export const localStore = safeStorage(() => window.localStorage)
/** Kept across reloads of this tab alone. */
export const tabStore = safeStorage(() => window.sessionStorage)
