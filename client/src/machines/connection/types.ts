import type { Balance, CloseCode, Digest, RewardsNews } from '@minefall/shared/contracts/live'
import type { MatchId, PlayerView } from '@minefall/shared/game'

/** The state of the connection; badge, banner and overlay are drawn from this alone. */
export type ConnectionContext = {
  /** Why the last connection ended, until the next one is up. */
  closeCode: CloseCode | null
  /** Attempts since the connection was last up. */
  attempt: number
  /** When the next attempt is made, in local milliseconds; null where none waits. */
  retryAt: number | null
  /** It has been down for longer than a drop that repairs itself and is worth no word. */
  isDown: boolean
  /** No network at all, as the browser says. */
  isOffline: boolean
  /** The smallest recent round trip in milliseconds; null before the first answer. */
  roundTripMs: number | null
  /** Server time minus local time in milliseconds, from the sample with the smallest round trip. */
  offsetMs: number
  player: PlayerView | null
  /**
   * The token of the session that `player`, `seated` and `balance` belong to, as it was then; null for the browser's
   * guest.
   */
  identityToken: string | null
  balance: Balance | null
  /** The live match this player has a seat in. */
  seated: { matchId: MatchId; gameId: string } | null
  digest: Digest | null
  /** Messages of support that the player has not read. */
  unread: number
  /** The server's release differs from ours: reload when no match is running. */
  updateReady: boolean
  /** The release that this page is of, as the first welcome told; null before it. */
  release: string | null
}

/** Before anything is known. */
export const unconnected: ConnectionContext = {
  closeCode: null,
  attempt: 0,
  retryAt: null,
  isDown: false,
  isOffline: false,
  roundTripMs: null,
  offsetMs: 0,
  player: null,
  identityToken: null,
  balance: null,
  seated: null,
  digest: null,
  unread: 0,
  updateReady: false,
  release: null,
}

/**
 * States: `idle`, `connecting`, `live`, `waiting` (backoff), `offline` (no network), `recovering` and `trying` (the
 * token was refused), `ended` (no retry: kicked, replaced, protocol). Tags are the badges of `close.ts`:
 * `connected`, `connecting` (comes back on its own, also from `offline`), `disconnected` (does not).
 */
export type ConnectionTag = 'connected' | 'connecting' | 'disconnected'

export type ConnectionEvent =
  | { type: 'connection.open' }
  /** Someone signed in or out: the connection becomes the player of the token in store. */
  | { type: 'connection.identify' }
  | { type: 'connection.retry' }
  | { type: 'network.online' }
  | { type: 'network.offline' }
  | { type: 'tab.visible' }
  | { type: 'lobby.watch' }
  | { type: 'lobby.unwatch' }

export type ConnectionEmitted =
  /** Something of the player's account changed. */
  | { type: 'connection.profileChanged' }
  /** A deposit or a withdrawal of the player moved. */
  | { type: 'connection.orderMoved' }
  /** What the account has earned changed. */
  | { type: 'connection.rewarded'; news: RewardsNews }
