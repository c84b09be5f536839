import { useSyncExternalStore } from 'react'

let unread = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells the ways to the chat how many messages wait there. */
export const tellUnread = (count: number): void => {
  if (count === unread) return
  unread = count
  for (const listener of listeners) listener()
}

/** How many messages of support the visitor has not read. */
export const useUnread = (): number => useSyncExternalStore(subscribe, () => unread)
