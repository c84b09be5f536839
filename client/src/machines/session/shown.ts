import { freshAvatar } from './avatar-address.ts'
import type { StoredSession } from './stored-session.ts'
import type { StoredUser } from './stored-user.ts'
import type { SessionContext } from './types.ts'

/** What a user is called: the nickname, or the username where there is none, trimmed. */
export const displayName = (user: { nickname: string; username: string } | null): string =>
  user?.nickname.trim() || user?.username.trim() || ''

/** Signed out. */
export const noOne: SessionContext = {
  user: null,
  token: null,
  balance: null,
  userName: '',
  userBalance: 0,
  userAvatar: '',
}

/** What derives from user and balance; `before` is what was shown until now. */
export const showing = (
  before: Pick<SessionContext, 'user' | 'userAvatar'> & { now(): number },
  user: StoredUser | null,
  balance: SessionContext['balance'],
) => ({
  user,
  balance,
  userName: displayName(user),
  userBalance: balance?.coins ?? user?.coins ?? 0,
  userAvatar:
    user?.avatar === before.user?.avatar ? before.userAvatar : freshAvatar(user?.avatar ?? '', before.now()),
})

/** What the stored session shows before its machine is here: someone is signed in with both a token and a user. */
export const shownAtFirst = (
  kept: Pick<StoredSession, 'token' | 'user'>,
  now: () => number,
): SessionContext => {
  const token = kept.token()
  const user = token === null ? null : kept.user()
  return user === null ? noOne : { ...showing({ ...noOne, now }, user, null), token }
}
