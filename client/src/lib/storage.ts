/**
 * The browser's storage, which may be absent, full or forbidden: then what is kept lives as long as the page and
 * nothing else breaks.
 */
export type SafeStorage = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** Why nothing more is kept: the browser forbids it, or there is no room. */
export type StorageTrouble = 'blocked' | 'full'

type Backing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const isFull = (error: unknown) =>
  error instanceof DOMException &&
  (error.name === 'QuotaExceededError' || error.name === 'NS_ERROR_DOM_QUOTA_REACHED')

/**
 * `open` is asked each time, since touching storage alone can throw. `onTrouble` hears of each write that the browser did
 * not keep.
 */
export const safeStorage = (
  open: () => Backing,
  onTrouble: (trouble: StorageTrouble) => void = () => undefined,
): SafeStorage => {
  /** What this page wrote: read first, so that a failed write is still remembered here. */
  const written = new Map<string, string>()
  const attempt = <T>(run: (backing: Backing) => T, otherwise: (error: unknown) => T): T => {
    try {
      return run(open())
    } catch (error) {
      return otherwise(error)
    }
  }
  return {
    get: (key) =>
      written.get(key) ??
      attempt(
        (backing) => backing.getItem(key),
        () => null,
      ),
    set: (key, value) => {
      attempt(
        (backing) => {
          backing.setItem(key, value)
          written.delete(key)
        },
        (error) => {
          written.set(key, value)
          onTrouble(isFull(error) ? 'full' : 'blocked')
        },
      )
    },
    remove: (key) => {
      written.delete(key)
      attempt(
        (backing) => backing.removeItem(key),
        () => undefined,
      )
    },
  }
}

let trouble: StorageTrouble | null = null
const listeners = new Set<(trouble: StorageTrouble) => void>()
const note = (next: StorageTrouble) => {
  if (trouble === next) return
  trouble = next
  for (const listener of listeners) listener(next)
}

/** Calls `listener` with what is wrong with this browser's storage, now or once it is, and each time that it changes. */
export const onStorageTrouble = (listener: (trouble: StorageTrouble) => void): void => {
  listeners.add(listener)
  if (trouble) listener(trouble)
}

/** Kept across visits, shared by all tabs. */
export const localStore = safeStorage(() => window.localStorage, note)
/** Kept across reloads of this tab alone. */
export const tabStore = safeStorage(() => window.sessionStorage, note)
