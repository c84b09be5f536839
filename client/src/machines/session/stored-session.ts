import { localStore, type SafeStorage } from '../../lib/storage.ts'
import { tokenKey, userKey } from './stored-keys.ts'
import { parseUser, type StoredUser } from './stored-user.ts'
import type { SessionEvent } from './types.ts'

/** The stored session, shared by all tabs of this browser. */
export type StoredSession = {
  token(): string | null
  /** Null if nothing is stored or it can't be read. */
  user(): StoredUser | null
  /** A stored user that can't be read. */
  isUnreadable(): boolean
  keep(token: string, user: StoredUser): void
  keepToken(token: string): void
  keepUser(user: StoredUser): void
  /** Removes the two keys and nothing else. */
  clear(): void
}

export const createStoredSession = (store: SafeStorage): StoredSession => {
  const user = () => {
    const text = store.get(userKey)
    return text === null ? null : parseUser(text)
  }
  const keepUser = (next: StoredUser) => {
    const text = JSON.stringify(next)
    // Every write is sent to all other tabs.
    if (store.get(userKey) !== text) store.set(userKey, text)
  }
  const keepToken = (token: string) => store.set(tokenKey, token)
  return {
    token: () => store.get(tokenKey) || null,
    user,
    isUnreadable: () => store.get(userKey) !== null && user() === null,
    keep: (token, next) => {
      // The user first, so that a tab that sees the token finds its user.
      keepUser(next)
      keepToken(token)
    },
    keepToken,
    keepUser,
    clear: () => {
      store.remove(tokenKey)
      store.remove(userKey)
    },
  }
}

export const storedSession = createStoredSession(localStore)

/** Where calls report what they learn about the token, for the session's machine. */
export const sessionInbox: { put(event: SessionEvent): void } = { put: () => undefined }
