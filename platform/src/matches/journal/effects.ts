import type { EventOf, GameEvent, MatchState, SeatState } from '@minefall/shared/game'
import type { Call } from '../../db/index.ts'
import {
  captureStakes,
  holdStake,
  type Party,
  payOut,
  refillTrial,
  releaseStakes,
} from '../../ledger/index.ts'
import { beginPlay, endMatch } from '../history/calls.ts'
import type { MatchSettings } from '../settings.ts'

/** The house's account that practice opponents play from. */
const practiceParty: Party = { kind: 'house', owner: 'practice' }

/** Whose coins stand behind a seat. Throws for a person's seat without an account. */
const partyOf = ({ player, holder, seat }: SeatState | EventOf<'SeatTaken'>): Party => {
  if (player.kind === 'practice') return practiceParty
  if (holder === undefined) throw new Error(`no one's account stands behind seat ${seat}`)
  return { kind: 'player', owner: holder }
}

const seatOf = (state: MatchState, seat: number): SeatState => {
  const found = state.table[seat]
  if (!found) throw new Error(`seat ${seat} of match ${state.matchId} is empty`)
  return found
}

/** Where a seat is asked from: the address as it is counted, null where it is not, and the hash of the device id. */
export type AskedFrom = Readonly<{ addressGroup: string | null; deviceHash: Uint8Array | null }>

export type EffectOptions = {
  settings: MatchSettings
  /** Whether the stakes are in the match's account already, where the state can't tell. */
  captured?: boolean | undefined
  /** The session that takes a seat, and where the seat was asked from. */
  session?: string | null | undefined
  from?: AskedFrom | undefined
  /** Seats whose missing seed counts for nothing. */
  excused?: readonly number[] | undefined
}

/** Notes that a person is seated and holds the stake of their seat, where they may stake at all and sit with the others. */
const takeSeat = (
  { matchId, asset, stake }: MatchState,
  event: EventOf<'SeatTaken'>,
  { settings, session = null, from }: EffectOptions,
): Call[] => {
  const party = partyOf(event)
  const { owner } = party
  const at = new Date(event.at)
  // Seated first: what a match lost in which they were out a moment ago is counted by then.
  const calls: Call[] = [
    {
      name: 'take_seat_from',
      values: [owner, matchId, event.seat, from?.addressGroup ?? null, from?.deviceHash ?? null],
    },
    { name: 'may_stake', values: [owner, asset, BigInt(stake), at, settings.barredCountries] },
  ]
  if (asset === 'coin') {
    const { privateLossMost, privateProofMs, pairCoinsMost } = settings
    calls.push({ name: 'may_lose_privately', values: [matchId, owner, at, privateLossMost] })
    if (privateProofMs > 0)
      calls.push({
        name: 'may_sit_privately',
        values: [matchId, owner, session, new Date(event.at - privateProofMs)],
      })
    calls.push({ name: 'may_meet', values: [matchId, owner, at, pairCoinsMost] })
  }
  if (asset === 'trial')
    calls.push(refillTrial({ playerId: owner, to: BigInt(settings.trialRefill), key: matchId }))
  else calls.push({ name: 'sit_apart', values: [matchId, owner, settings.seatsPerAddress] })
  return [...calls, holdStake({ matchId, party, asset, amount: BigInt(stake) })]
}

const freeSeats = (matchId: string, seat: number | null): Call => ({
  name: 'free_seats',
  values: [matchId, seat],
})

/** One sum for each party: several practice opponents play from the same account. */
const byParty = (state: MatchState, payouts: EventOf<'Voided'>['payouts']) => {
  const sums = new Map<string, { party: Party; amount: bigint }>()
  for (const { seat, amount } of payouts) {
    const party = partyOf(seatOf(state, seat))
    const key = `${party.kind}/${party.owner}`
    sums.set(key, { party, amount: (sums.get(key)?.amount ?? 0n) + BigInt(amount) })
  }
  return [...sums.values()].filter(({ amount }) => amount > 0n)
}

/** Counts the missing seed of each person who revealed none, in the order in which such rows are locked. */
const missReveals = (
  { table }: MatchState,
  { at, reason }: EventOf<'Settled' | 'Voided'>,
  { settings, excused = [] }: EffectOptions,
): Call[] => {
  if (reason !== 'seed-missing') return []
  const { pauseAfterMissed, missForgottenMs, pauseMs, pauseMostMs } = settings
  const missing = table.flatMap((seat) =>
    seat?.holder === undefined || seat.seed !== undefined || excused.includes(seat.seat) ? [] : [seat.holder],
  )
  return missing.sort().map((holder) => ({
    name: 'count_missed_reveal',
    values: [holder, new Date(at), pauseAfterMissed, missForgottenMs, pauseMs, pauseMostMs],
  }))
}

const end = (
  state: MatchState,
  events: readonly GameEvent[],
  event: EventOf<'Settled' | 'Voided'>,
  options: EffectOptions,
): Call[] => {
  const { matchId, asset } = state
  const { captured = state.phase === 'playing' } = options
  const step = event.type === 'Settled' ? 'settled' : 'voided'
  const rake = event.type === 'Settled' ? BigInt(event.rake) : 0n
  const coins = captured
    ? payOut({ matchId, step, asset, payouts: byParty(state, event.payouts), rake })
    : releaseStakes({ matchId })
  return [
    coins,
    // While the seats are there, which say on which devices they were taken.
    ...missReveals(state, event, options),
    freeSeats(matchId, null),
    endMatch(state, events, event, captured),
  ]
}

/**
 * What a decision does besides the journal: holds, captures, payouts, `seated`, the phase, the histories and who missed a
 * reveal. `before` is the match as it was. Throws for events that can't be the match's own.
 */
export const effectsOf = (
  before: MatchState,
  events: readonly GameEvent[],
  options: EffectOptions,
): Call[] => {
  const { matchId, asset, stake } = before
  const practice = events.filter((event) => event.type === 'SeatTaken' && event.player.kind === 'practice')
  const amount = BigInt(stake) * BigInt(practice.length)
  const filled = practice.length > 0 ? [holdStake({ matchId, party: practiceParty, asset, amount })] : []
  const effects = events.flatMap((event): Call[] => {
    switch (event.type) {
      case 'SeatTaken':
        return event.player.kind === 'practice' ? [] : takeSeat(before, event, options)
      case 'SeatLeft': {
        const parties = [partyOf(seatOf(before, event.seat))]
        return [releaseStakes({ matchId, parties }), freeSeats(matchId, event.seat)]
      }
      case 'Locked':
        return [{ name: 'set_phase', values: [matchId, 'locking', null] }]
      case 'Started':
        return [captureStakes({ matchId, asset }), beginPlay(matchId, event.at)]
      case 'Settled':
      case 'Voided':
        return end(before, events, event, options)
      default:
        return []
    }
  })
  return [...filled, ...effects]
}

/** The seats of people whom a decision puts out: they may sit elsewhere from its commit on. */
export const freedSeats = (before: MatchState, events: readonly GameEvent[]): number[] =>
  events.flatMap((event) =>
    event.type === 'SeatOut' && before.table[event.seat]?.player.kind !== 'practice' ? [event.seat] : [],
  )

/** Moves coins, changes the phase, or seats or frees someone. A seat that is out is not among them: the flush frees it. */
const inTransaction: ReadonlySet<GameEvent['type']> = new Set([
  'SeatTaken',
  'SeatLeft',
  'Locked',
  'Started',
  'Settled',
  'Voided',
])

export const needsTransaction = (events: readonly GameEvent[]): boolean =>
  events.some(({ type }) => inTransaction.has(type))
