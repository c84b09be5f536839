import type { Identified, Identity } from '@minefall/shared/contracts/bus'
import {
  type Balance,
  type ClientToServer,
  type Handshake,
  pingAfterMs,
  protocolNews,
  type ServerToClient,
  type Unread,
} from '@minefall/shared/contracts/live'
import type { MatchId, PlayerView } from '@minefall/shared/game'
import { Deadline } from '@minefall/shared/node'
import type { Socket } from 'socket.io'
import { TokenBucket } from '../edge/token-bucket.ts'
import { askAfterMs, type WatchedConnection } from '../health/index.ts'
import { elapsed } from '../lately.ts'
import type { Allowance } from './allowances.ts'
import type { Arrival } from './arrivals.ts'
import type { Ground } from './ground.ts'
import type { Intake, Receiver } from './intake.ts'
import type { Follow } from './match-feed.ts'
import { Outbox } from './outbox.ts'
import type { EventPacket } from './packet.ts'
import { RoundTrip } from './round-trip.ts'

/** A player as this BFF knows them: shared by all their sockets here. Wound while they are to be asked about once more. */
export class Player extends Deadline {
  readonly playerId: string
  /** A guest whom the platform keeps, as far as is known here; it does from the first seat or message on. */
  isStored: boolean
  view: PlayerView
  /** The sockets that are this player, and those that play on with the seat of this guest. */
  readonly connections = new Set<Connection>()
  /** What all their sockets together may still ask for. */
  readonly allowance: Allowance
  balance: Balance
  /** The live match they have a seat in, as last told. */
  seated: Identified['seated']
  /** What support wrote and they have not read, as last told. */
  unread: Unread
  /** The bus was away, and their pages have yet to be told to read again what may have been lost. */
  hasMissed = false

  readonly #due: (player: Player) => void

  constructor(identity: Identity, due: (player: Player) => void, allowance: Allowance) {
    super()
    const { playerId, player, balance, seated, unread } = identity
    this.playerId = playerId
    this.isStored = seated !== null
    this.view = player
    this.balance = balance
    this.seated = seated
    this.unread = unread
    this.allowance = allowance
    this.#due = due
  }

  override strike(): void {
    this.#due(this)
  }
}

/** Whom a socket is, which changes when it signs in or out, and what shows that it may. */
export type Identification = {
  player: Player
  /** The seat that the guest of its device took before it became an account's: in this one match it goes on as the guest. */
  guestSeat: { guest: Player; matchId: MatchId } | null
  token: string | null
}

/** As whom a socket acts in a match: its player, or the guest it was when it took its seat there. */
export const playerIn = (
  { player, guestSeat }: Pick<Identification, 'player' | 'guestSeat'>,
  matchId: MatchId,
): Player => (guestSeat?.matchId === matchId ? guestSeat.guest : player)

/** The live match that this socket has a seat in: its player's, or else its guest's. */
export const seatedAs = ({ player, guestSeat }: Identification): Player['seated'] => {
  if (player.seated || !guestSeat) return player.seated
  const { seated } = guestSeat.guest
  return seated?.matchId === guestSeat.matchId ? seated : null
}

/** A token begins with the id of its session, whichever of its tokens it is. */
export const sessionOf = (token: string): string => token.split('.', 1)[0] ?? ''

/** A ping that waits this many times longer than a weak round trip is as good as missed. */
const missedPing = 10
/** How long a connection that is at no match may be quiet: a heartbeat and its fifth, and what one at a match may miss. */
const restingMs = pingAfterMs.resting * 1.2 + askAfterMs - pingAfterMs.atMatch
/** Also who speaks often enough is asked so often: the libraries at the other end close what no ping came over for a day. */
const askAnywayMs = 3_600_000
/** A ping that could not be sent behind what is held back is tried again after this, in milliseconds. */
const askAgainMs = 500

/** What every live connection begins with. */
export type ConnectionBase = Ground & {
  /** The kernel did not take all that was sent to one. */
  filled: (connection: Connection) => void
  /** Its round trip was measured, or it has left an ask unanswered for as long as makes it weak. */
  noteWeak: (connection: Connection) => void
  /** It has left an ask unanswered for so long that it counts as lost. */
  lost: (connection: Connection) => void
  dispatch: (connection: Connection, name: string, args: readonly unknown[]) => void
}

/** One welcomed socket. */
export class Connection extends Deadline implements Identification, Receiver {
  player: Player
  guestSeat: Identification['guestSeat']
  token: string | null
  readonly socket: Socket<ClientToServer, ServerToClient>
  readonly arrival: Arrival
  readonly deviceId: string
  /** Tells a reconnecting tab from a second one. */
  readonly tab: string
  /** What the browser is set to; null where it does not say. */
  readonly locale: string | null
  /** Such as `Android, Chrome`. */
  readonly device: string
  readonly release: string
  /** Whether it can read how many watch a match, and invitations. */
  readonly readsNews: boolean
  readonly messages: TokenBucket
  readonly roundTrip = new RoundTrip()
  readonly outbox: Outbox
  readonly follows = new Map<MatchId, Follow>()
  /** Since when a ping waits for its answer, in milliseconds; null when none does. */
  pingSince: number | null = null
  /** When anything was last heard of it, in milliseconds since 1970. */
  lastSeenAt: number
  reported: WatchedConnection['reported'] = { jitterMs: null, unacknowledged: 0, seqLag: 0 }
  /** Whether its round trips were long, or a ping was left unanswered, at the last look. */
  isWeak = false
  closing = false

  readonly #base: ConnectionBase
  /** Made when they are first needed, which for most connections is never. */
  #refusals: TokenBucket | null = null
  #strikes: TokenBucket | null = null
  /** How long it may be quiet before it is asked for a sign of life, in milliseconds. */
  #paceMs = restingMs
  /** When it was last asked, or came. */
  #askedAt: number

  constructor(
    base: ConnectionBase,
    comer: Pick<Connection, 'socket' | 'arrival' | 'device'> & { handshake: Handshake },
    { player, guestSeat, token }: Identification,
  ) {
    super()
    const { clock, rates, deadlines } = base
    const { socket, arrival, handshake } = comer
    this.player = player
    this.guestSeat = guestSeat
    this.token = token
    this.socket = socket
    this.arrival = arrival
    this.deviceId = handshake.deviceId
    this.tab = handshake.tab
    this.locale = handshake.locale ?? null
    this.device = comer.device
    // Pages that don't say are taken for new ones.
    this.release = handshake.release ?? base.release
    this.readsNews = handshake.protocol >= protocolNews
    this.messages = new TokenBucket(rates.socket)
    this.outbox = new Outbox(socket.conn, arrival.tcp, this)
    this.lastSeenAt = clock.now()
    this.#askedAt = this.lastSeenAt
    this.#base = base
    deadlines.wind(this, this.lastSeenAt + restingMs)
  }

  /** The session that the platform identified it by; none for a guest's. */
  get session(): string | null {
    return this.token === null ? null : sessionOf(this.token)
  }

  get refusals(): TokenBucket {
    this.#refusals ??= new TokenBucket(this.#base.rates.refusals)
    return this.#refusals
  }

  get strikes(): TokenBucket {
    this.#strikes ??= new TokenBucket(this.#base.rates.strikes)
    return this.#strikes
  }

  get intake(): Intake {
    return this.arrival.intake
  }

  /** The kernel did not take all that was sent to it. */
  filled(): void {
    this.#base.filled(this)
  }

  take({ name, payloads, ack }: EventPacket): void {
    if (ack !== null) payloads.push(this.outbox.answererOf(ack))
    this.#hear(name, payloads)
  }

  answered(): void {
    this.lastSeenAt = this.#base.clock.now()
    const { pingSince } = this
    if (pingSince === null) return
    this.pingSince = null
    this.#look(this.lastSeenAt + this.#paceMs)
    this.noteRoundTrip(elapsed(pingSince, this.lastSeenAt))
  }

  noteRoundTrip(ms: number): void {
    this.roundTrip.add(ms)
    this.#base.noteWeak(this)
  }

  leaveToLibraries(): void {
    // What they take comes with their own acknowledgement as the last payload.
    this.socket.onAny((name: string, ...args: unknown[]) => this.#hear(name, args))
    this.socket.conn.on('heartbeat', () => this.answered())
  }

  /** Asks for a sign of life, unless one is waited for already. */
  ask(): void {
    if (this.closing || this.pingSince !== null) return
    if (!this.outbox.ping()) return
    this.#askedAt = this.#base.clock.now()
    this.pingSince = this.#askedAt
  }

  /** By its heartbeat it is at a match that goes on, or at none: it speaks often, or rarely. */
  pace(isAtMatch: boolean): void {
    const paceMs = isAtMatch ? askAfterMs : restingMs
    if (this.#paceMs === paceMs) return
    this.#paceMs = paceMs
    if (this.pingSince === null) this.#look(this.lastSeenAt + paceMs)
  }

  /** Looks whether it was quiet for longer than our clients ever are, or leaves a ping unanswered. */
  override strike(now: number): void {
    if (this.closing) return
    this.#startOver(now)
    if (this.pingSince === null) {
      const due = Math.min(this.lastSeenAt + this.#paceMs, this.#askedAt + askAnywayMs)
      if (due <= now) this.ask()
      const isAsked = this.pingSince !== null
      this.#look(due > now ? due : now + (isAsked ? this.#missedMs() : askAgainMs))
      return
    }
    const { settings, noteWeak, lost } = this.#base
    const over = Math.max(this.lastSeenAt, this.pingSince) + settings.LIVE_PING_TIMEOUT_MS
    noteWeak(this)
    if (now >= over) lost(this)
    const missed = this.pingSince + this.#missedMs()
    this.#look(missed > now ? Math.min(missed, over) : Math.max(over, now + askAgainMs))
  }

  /** Recalculates whether its round trips are long, or it leaves a ping unanswered. The answer: whether that changed. */
  judgeWeak(): boolean {
    const { clock, settings } = this.#base
    const before = this.isWeak
    this.isWeak =
      this.roundTrip.median() > settings.LIVE_WEAK_MS ||
      (this.pingSince !== null && clock.now() - this.pingSince >= this.#missedMs())
    return this.isWeak !== before
  }

  #hear(name: string, args: readonly unknown[]): void {
    const { clock, dispatch } = this.#base
    this.lastSeenAt = clock.now()
    dispatch(this, name, args)
  }

  /** What was noted before the clock was set back lies ahead: it is taken for now. */
  #startOver(now: number): void {
    this.lastSeenAt = Math.min(this.lastSeenAt, now)
    this.#askedAt = Math.min(this.#askedAt, now)
    if (this.pingSince !== null) this.pingSince = Math.min(this.pingSince, now)
  }

  #look(at: number): void {
    if (!this.closing) this.#base.deadlines.wind(this, at)
  }

  /** A ping that waits for so long is as good as missed, in milliseconds. */
  #missedMs(): number {
    return this.#base.settings.LIVE_WEAK_MS * missedPing + 1
  }
}
