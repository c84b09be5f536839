import type { Balance, ClientToServer, Identified, ServerToClient, Unread } from '@minefall/shared/contracts'
import type { MatchId, PlayerView } from '@minefall/shared/game'
import type { Admission } from './admission.ts'
import type { AdmittedSocket, AdmittingServer } from './arrivals.ts'
import type { Intake } from './intake.ts'
import type { Window } from './match-feed.ts'
import type { Outbox } from './outbox.ts'
import type { RoundTrip } from './round-trip.ts'
import type { TokenBucket } from './token-bucket.ts'

type Seated = NonNullable<Identified['seated']>
export type LiveServer = AdmittingServer<ClientToServer, ServerToClient, Admission>
export type LiveSocket = AdmittedSocket<ClientToServer, ServerToClient, Admission>

/** A player as this BFF knows them: shared by all their sockets here. */
export type Player = {
  playerId: string
  /** A guest whom the platform keeps, as far as is known here; it does from the first seat or message on. */
  isKept: boolean
  /** How they are shown, as last told. */
  view: PlayerView
  /** The sockets that are this player, and those that play on with the seat of this guest. */
  connections: Set<Connection>
  messages: TokenBucket
  emotes: TokenBucket
  /** Private tables asked for. */
  hosts: TokenBucket
  /** What is said to support, and how often that something is typed. */
  chats: TokenBucket
  typings: TokenBucket
  balance: Balance
  /** The live match they have a seat in, as last told. */
  seated: Seated | null
  /** What support wrote and they have not read, as last told. */
  unread: Unread
}

/** One match that one socket follows. */
export type Follow = {
  matchId: MatchId
  /** The player's seat there; null for a watcher. */
  seat: number | null
  /** Whether events are streamed to it: not while it resumes or is drained of a queue that grew too long. */
  state: 'resuming' | 'streaming' | 'shed'
  /** The resume under way; a newer one takes its place. */
  window: Window | null
}

/** The seat that the guest of a socket's device took before the socket became an account's. */
export type GuestSeat = { guest: Player; matchId: MatchId }

/** Whom a socket is, which changes when it signs in or out, and what shows that it may. */
export type Identification = {
  player: Player
  /** In this one match the socket goes on as the guest. */
  guestSeat: GuestSeat | null
  token: string | null
}

/** One welcomed socket. */
export type Connection = Identification & {
  socket: LiveSocket
  deviceId: string
  /** Tells a reconnecting tab from a second one. */
  tab: string
  /** What the browser is set to; null where it does not say. */
  locale: string | null
  /** Such as `Android, Chrome`. */
  device: string
  /** The release of the page that it is of. */
  release: string
  intake: Intake
  messages: TokenBucket
  refusals: TokenBucket
  strikes: TokenBucket
  roundTrip: RoundTrip
  /** Since when a ping waits for its answer, in milliseconds; null when none does. */
  pingSince: number | null
  /** When anything was last heard of it, in milliseconds since 1970. */
  heardAt: number
  /** What its client last told of itself. */
  reported: { jitterMs: number | null; unacknowledged: number; seqLag: number }
  outbox: Outbox
  follows: Map<MatchId, Follow>
  /** Whether its round trips were long, or a ping was left unanswered, at the last look. */
  isWeak: boolean
  closing: boolean
}
