import type { Balance } from '@minefall/shared/contracts/live'
import type { SignedIn, User } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'
import type { StoredUser } from './stored-user.ts'

/** An account's balance; `coins` as the balance call returns it. */
export type AccountBalance = Balance & { coins: number }

export type SessionContext = {
  /** Null while signed out, and briefly when another tab has stored only its token. */
  user: StoredUser | null
  token: string | null
  /** The newest balance, by call or connection; null until there is one. */
  balance: AccountBalance | null
  /** The display name: the nickname or else the username, trimmed. */
  userName: string
  /** Coins as a number; 0 if unknown. */
  userBalance: number
  /** The avatar, with an address that no cache serves an older picture for. */
  userAvatar: string
}

export type SessionTag = 'signedIn' | 'signedOut'

export type RejectedBecause = 'expired' | 'unauthenticated' | 'blocked'

export type SessionEvent =
  | { type: 'session.signedIn'; signedIn: SignedIn }
  | { type: 'session.signOut' }
  /** Requests user and balance now. */
  | { type: 'session.refresh' }
  /** The connection of this account reported its balance. */
  | { type: 'session.balanceChanged'; balance: Balance }
  /** The player with this id changed their profile, and the server accepted it. */
  | { type: 'session.userChanged'; id: string; user: Partial<User> }
  /** The stored token is invalid: it could not be renewed, HTTP 401, or the account is blocked, with a text. */
  | { type: 'session.rejected'; why: RejectedBecause; text?: string }
  /** The next token of the session, already stored. */
  | { type: 'session.tokenRefreshed'; token: string }

export type SessionEmitted =
  | { type: 'session.began' }
  | { type: 'session.ended'; why: 'signed-out' | 'other-tab' | RejectedBecause }
  /** `text` is staff's message to the owner of a blocked account. */
  | { type: 'session.noticed'; notice: NoticeName; text?: string }
