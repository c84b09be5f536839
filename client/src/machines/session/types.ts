import type { Balance } from '@minefall/shared/contracts/live'
import type { SignedIn, User } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'
import type { StoredUser } from './stored-user.ts'

/** What an account owns; `coins` as the balance call tells it. */
export type AccountBalance = Balance & { coins: number }

export type SessionContext = {
  /** Null while signed out, and for a moment where another tab has told of its token alone. */
  user: StoredUser | null
  token: string | null
  /** The newest that was reported, by the balance call or over the connection; null until one was. */
  balance: AccountBalance | null
  /** The display name: the nickname or else the username, trimmed. */
  userName: string
  /** Coins as a number; 0 where they are not known. */
  userBalance: number
  /** The avatar, its address made such that no cache shows an older picture. */
  userAvatar: string
}

export type SessionTag = 'signedIn' | 'signedOut'

export type RejectedBecause = 'expired' | 'unauthenticated' | 'blocked'

export type SessionEvent =
  | { type: 'session.signedIn'; signedIn: SignedIn }
  | { type: 'session.signOut' }
  /** Asks for user and balance now. */
  | { type: 'session.refresh' }
  /** The connection of this account told what it owns. */
  | { type: 'session.balanceTold'; balance: Balance }
  /** The player changed something of themselves, and the server took it. */
  | { type: 'session.userChanged'; user: Partial<User> }
  /** The token in store is worth nothing: it could not be renewed, HTTP 401, or the account is blocked, with a text. */
  | { type: 'session.rejected'; why: RejectedBecause; text?: string }
  /** The next token of the session, kept already. */
  | { type: 'session.tokenRefreshed'; token: string }

export type SessionEmitted =
  | { type: 'session.began' }
  | { type: 'session.ended'; why: 'signed-out' | 'other-tab' | RejectedBecause }
  /** `text` is what staff tell the owner of a blocked account. */
  | { type: 'session.noticed'; notice: NoticeName; text?: string }
