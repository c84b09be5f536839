import type { Presence } from '@minefall/shared/contracts/live'
import type { Dealer } from '@minefall/shared/fairness'
import { isIn, type MatchHeader, type MatchId, type SeatState } from '@minefall/shared/game'
import { type InTurn, inTurn } from '../../jobs/in-turn.ts'
import type { Origin } from '../journal/fairness-log.ts'
import type { Arrival } from '../sealed/links.ts'
import type { MatchSecret } from '../secrets.ts'
import type { Shard } from '../shards/shards.ts'
import { type MatchRecord, newRecord } from './record.ts'

/** A seat's connection, and its BFF; its ups and downs are no events of the match. */
export type SeatPresence = {
  presence: Presence
  edge: string | null
  since: number
  /** Just taken: no BFF has reported its player yet. */
  unconfirmed?: true
  /** Taken over with the match: no BFF has reported to this node yet. */
  assumed?: true
}

/** One match in memory. `record` moves only after a commit, inside `inTurn`. */
export type LiveMatch = {
  readonly id: MatchId
  readonly shard: Shard
  readonly secret: MatchSecret
  readonly practice: boolean
  readonly origin: Origin
  /** The arena that seats its players here, and since when they are waited for; null at all other matches. */
  readonly arena: { arenaId: string; since: number } | null
  /** Who may sit at a rematch or a match of an arena; null where anyone may. */
  readonly invited: ReadonlySet<string> | null
  readonly record: MatchRecord
  /** Commands are decided strictly one after another. */
  readonly inTurn: InTurn
  readonly presence: SeatPresence[]
  /** The last round trip of each seat, in milliseconds. */
  readonly roundTrips: number[]
  dealer: Dealer | undefined
  /** At sealed tables alone: links that came and wait for the match's turn, and the house's own by turn, once it has drawn. */
  readonly arrivals: Arrival[]
  houseLinks: readonly string[] | null
  /** Cancels all timers except the end of the turn; renewed after each decision. */
  step: (() => void) | null
  /** Fires at or before the running turn's end, and then checks how late it is. */
  expiry: { at: number; cancel: () => void } | null
  /** Since when a person sits here and is there; what practice opponents wait for. */
  peopleSince: number | null
  /** When someone last sat here, or asked for it as its host. */
  touchedAt: number
  /** Players for whom a seat is kept after a rematch agreement, and until when. */
  readonly kept: Map<string, number>
  /** Players refused a seat here because of too many coins moved with someone here: they are sent elsewhere. */
  readonly capped: Set<string>
  /** Players with a seat here who sit at another match: this one was set aside then. */
  readonly elsewhere: Set<string>
  noExpiryBefore: number
  /** Until when a BFF's silence has been compensated. */
  compensatedUpTo: number
  endedAt: number | null
  /** Stopped by a fault; nothing but its void happens any more. */
  quarantined: boolean
  /** No longer ours: its shard was taken, or the host closed. */
  dropped: boolean
}

/** A match at which nothing has happened yet. */
export const newLiveMatch = (
  {
    header,
    arenaId,
    ...fixed
  }: { header: MatchHeader; arenaId: string | null } & Pick<
    LiveMatch,
    'shard' | 'secret' | 'origin' | 'invited'
  >,
  now: number,
): LiveMatch => ({
  ...fixed,
  arena: arenaId === null ? null : { arenaId, since: now },
  id: header.matchId,
  practice: fixed.secret.practiceSeeds.length > 0,
  record: newRecord(header, fixed.origin.host !== null),
  inTurn: inTurn(),
  presence: Array.from({ length: header.seats }, () => ({ presence: 'gone', edge: null, since: now })),
  roundTrips: [],
  dealer: undefined,
  arrivals: [],
  houseLinks: null,
  step: null,
  expiry: null,
  peopleSince: null,
  touchedAt: now,
  kept: new Map(),
  capped: new Set(),
  elsewhere: new Set(),
  noExpiryBefore: 0,
  compensatedUpTo: 0,
  endedAt: null,
  quarantined: false,
  dropped: false,
})

export const isPerson = (seat: SeatState | null): seat is SeatState & { holder: string } =>
  seat !== null && seat.holder !== undefined && seat.player.kind !== 'practice'

export const seatedPlayers = (match: LiveMatch): SeatState[] =>
  match.record.state.table.filter((seat) => seat !== null)

export const peopleOf = (match: LiveMatch): (SeatState & { holder: string })[] =>
  match.record.state.table.filter(isPerson)

export const peopleIn = (match: LiveMatch) => peopleOf(match).filter(isIn)

/** Cancels what is scheduled but the end of the running turn. */
export const cancelStep = (match: LiveMatch): void => {
  match.step?.()
  match.step = null
}

export const cancelTimers = (match: LiveMatch): void => {
  cancelStep(match)
  match.expiry?.cancel()
  match.expiry = null
}

/** Presence by seat number as others may see it: practice opponents are always here, empty seats gone. */
export const shownPresence = (match: LiveMatch): Presence[] =>
  match.record.state.table.map((seat, number) => {
    if (seat === null) return 'gone'
    if (seat.player.kind === 'practice') return 'here'
    return match.presence[number]?.presence ?? 'gone'
  })
