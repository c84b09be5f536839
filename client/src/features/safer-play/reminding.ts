import { useSyncExternalStore } from 'react'

let isShown = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notes whether the reminder stands over the page. */
export const noteReminding = (next: boolean): void => {
  if (isShown === next) return
  isShown = next
  for (const listener of listeners) listener()
}

/** Whether the reminder stands over the page: nothing else does at the same time. */
export const useReminding = (): boolean => useSyncExternalStore(subscribe, () => isShown)
