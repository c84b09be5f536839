import { useSyncExternalStore } from 'react'

/** What is called when something happens, each until its own unsubscribing. */
export const createListeners = () => {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    tell() {
      for (const listener of listeners) listener()
    },
  }
}

/** A value that the whole page shares; `first` makes it when it is first asked for. */
export const createStore = <T>(first: () => T) => {
  const { subscribe, tell } = createListeners()
  let kept: { value: T } | null = null
  const current = (): T => {
    kept ??= { value: first() }
    return kept.value
  }
  return {
    current,
    /** Tells the listeners, unless it is the same value. */
    set(value: T) {
      if (Object.is(value, current())) return
      kept = { value }
      tell()
    },
    subscribe,
  }
}

/** The value now; the component is drawn again with each change. */
export const useStore = <T>({
  subscribe,
  current,
}: Pick<ReturnType<typeof createStore<T>>, 'subscribe' | 'current'>): T =>
  useSyncExternalStore(subscribe, current, current)
