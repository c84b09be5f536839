import { createStore, useStore } from '../../lib/store.ts'

const unread = createStore(() => 0)

/** Tells the ways to the chat how many messages wait there. */
export const setUnread = unread.set

/** How many messages of support the visitor has not read. */
export const useUnread = (): number => useStore(unread)
