import { localStore, type SafeStorage } from '../../lib/storage.ts'
import { parseUser, type StoredUser } from './stored-user.ts'
import type { SessionEvent } from './types.ts'

export const tokenKey = 'auth_token'
export const userKey = 'user_info'

/** The session as all tabs of this browser share it. */
export type KeptSession = {
  token(): string | null
  /** Null where none is kept, and where it cannot be read. */
  user(): StoredUser | null
  /** A user is kept that cannot be read. */
  isUnreadable(): boolean
  keep(token: string, user: StoredUser): void
  keepToken(token: string): void
  keepUser(user: StoredUser): void
  /** Removes the two keys and nothing else. */
  clear(): void
}

export const createKeptSession = (store: SafeStorage): KeptSession => {
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
      // The user first: anyone who sees the token finds whose it is.
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

export const keptSession = createKeptSession(localStore)

/** Where calls put what they find out about the token; the session's machine takes it out. */
export const sessionInbox: { put(event: SessionEvent): void } = { put: () => undefined }
