import { useSyncExternalStore } from 'react'

/** The rest of the chat, a chunk of its own: no page waits for it. */
const chat = () => import('./chat.ts')

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

/** Has the chat ready for whoever opens it, and for what support writes. */
export const startChat = (): void => {
  chat()
    .then(({ startChat }) => startChat())
    // Whoever opens it asks for it again.
    .catch(() => undefined)
}

/** Opens the chat with support, or says why it can't be opened. */
export const openChat = (): void => {
  chat()
    .then(({ openChat }) => openChat())
    .catch(() =>
      import('../../lib/notices.ts').then(({ showNotice }) => showNotice('support-open-failed', 'warn')),
    )
    // Without its words it is not said.
    .catch(() => undefined)
}
