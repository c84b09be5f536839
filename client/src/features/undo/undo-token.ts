import { tabStore } from '../../lib/storage.ts'

const key = 'undo_token'

/** Keeps the token of a link that undoes a change for as long as the tab lives: through a reload, and in no address. */
export const keepUndoToken = (token: string): void => tabStore.set(key, token)

/** The token to undo a change with; null where no link led here. */
export const undoToken = (): string | null => tabStore.get(key)

export const forgetUndoToken = (): void => tabStore.remove(key)
