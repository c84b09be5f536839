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

/** The house's account that practice opponents play from. */
export const practiceParty: Party = { kind: 'house', owner: 'practice' }

/** Whose coins stand behind a seat. Throws for a person's seat without an account. */
export const partyOf = ({
  player,
  holder,
  seat,
}: Pick<SeatState, 'player' | 'seat'> & { holder?: string | undefined }): Party => {
  if (player.kind === 'practice') return practiceParty
  if (holder === undefined) throw new Error(`nobody's account stands behind seat ${seat}`)
  return { kind: 'player', owner: holder }
}

const seatOf = (state: MatchState, seat: number): SeatState => {
  const found = state.table[seat]
  if (!found) throw new Error(`seat ${seat} of match ${state.matchId} is empty`)
  return found
}

/** What every seat is taken by: trial coins are filled up to so many, and some may not sit, or not together. */
export type SeatTerms = Readonly<{
  trialRefill: bigint
  barredCountries: readonly string[]
  pairCoinsMost: bigint
  privateLossMost: bigint
  privateProofMs: number
  seatsPerAddress: number
}>

/** Where a seat is asked from: the address as it is counted, null where it is not, and the hash of the device id. */
export type AskedFrom = Readonly<{ addressGroup: string | null; deviceHash: Uint8Array | null }>

/** From nowhere that is known. */
export const unknownPlace: AskedFrom = { addressGroup: null, deviceHash: null }

/** How many missed reveals pause somebody from sitting for how long, and how fast they are forgotten; in milliseconds. */
export type PauseTerms = Readonly<{
  pauseAfterMissed: number
  missForgottenMs: number
  pauseMs: number
  pauseMostMs: number
}>

/** Notes that a person is seated and holds the stake of their seat, where they may stake at all and sit with the others. */
const takeSeat = (
  state: MatchState,
  event: EventOf<'SeatTaken'>,
  { terms, session, from }: { terms: SeatTerms; session: string | null; from: AskedFrom },
): Call[] => {
  const { trialRefill, barredCountries, pairCoinsMost, privateLossMost, privateProofMs } = terms
  const { addressGroup, deviceHash } = from
  const { matchId, asset, stake } = state
  const party = partyOf(event)
  const at = new Date(event.at)
  const proof: Call[] =
    privateProofMs > 0
      ? [
          {
            name: 'may_sit_privately',
            values: [matchId, party.owner, session, new Date(event.at - privateProofMs)],
          },
        ]
      : []
  const forCoins: Call[] =
    asset === 'coin'
      ? [
          { name: 'may_lose_privately', values: [matchId, party.owner, at, privateLossMost] },
          ...proof,
          { name: 'may_meet', values: [matchId, party.owner, at, pairCoinsMost] },
        ]
      : []
  const apart: Call[] =
    asset === 'trial' ? [] : [{ name: 'sit_apart', values: [matchId, party.owner, terms.seatsPerAddress] }]
  const refill =
    asset === 'trial' ? [refillTrial({ playerId: party.owner, to: trialRefill, key: matchId })] : []
  // Seated first: what a match lost in which they were out a moment ago is counted by then.
  return [
    { name: 'take_seat_from', values: [party.owner, matchId, event.seat, addressGroup, deviceHash] },
    { name: 'may_stake', values: [party.owner, asset, BigInt(stake), at, barredCountries] },
    ...forCoins,
    ...apart,
    ...refill,
    holdStake({ matchId, party, asset, amount: BigInt(stake) }),
  ]
}

const freeSeats = (matchId: string, seat: number | null): Call => ({
  name: 'free_seats',
  values: [matchId, seat],
})

const beginLocking = (matchId: string): Call => ({
  name: 'set_phase',
  values: [matchId, 'locking', null],
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
  { at, reason }: EventOf<'Settled'> | EventOf<'Voided'>,
  { pauseAfterMissed, missForgottenMs, pauseMs, pauseMostMs }: PauseTerms,
  excused: readonly number[],
): Call[] => {
  if (reason !== 'seed-missing') return []
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
  event: EventOf<'Settled'> | EventOf<'Voided'>,
  { terms, captured, excused }: { terms: PauseTerms; captured: boolean; excused: readonly number[] },
): Call[] => {
  const { matchId, asset } = state
  const phase = event.type === 'Settled' ? 'settled' : 'voided'
  const rake = event.type === 'Settled' ? BigInt(event.rake) : 0n
  const coins = captured
    ? payOut({ matchId, step: phase, asset, payouts: byParty(state, event.payouts), rake })
    : releaseStakes({ matchId })
  return [
    coins,
    // While the seats are there, which say on which devices they were taken.
    ...missReveals(state, event, terms, excused),
    freeSeats(matchId, null),
    endMatch(state, events, event, captured),
  ]
}

/**
 * What a decision does besides the journal: holds, captures, payouts, `seated`, the phase, the histories and who missed a
 * reveal. `before`
 * is the match as it was; `captured` whether its stakes are in the match's account; `session` which takes a seat, and
 * `from` where it was asked from; `excused` the seats whose missing seed counts for nothing. Throws for events that can't
 * be the match's own.
 */
export const effectsOf = (
  before: MatchState,
  events: readonly GameEvent[],
  {
    terms,
    captured,
    session,
    from = unknownPlace,
    excused = [],
  }: {
    terms: SeatTerms & PauseTerms
    captured: boolean
    session: string | null
    from?: AskedFrom | undefined
    excused?: readonly number[] | undefined
  },
): Call[] => {
  const { matchId, asset, stake } = before
  const practice = events.filter((event) => event.type === 'SeatTaken' && event.player.kind === 'practice')
  const amount = BigInt(stake) * BigInt(practice.length)
  const filled = practice.length > 0 ? [holdStake({ matchId, party: practiceParty, asset, amount })] : []
  const effects = events.flatMap((event): Call[] => {
    switch (event.type) {
      case 'SeatTaken':
        return event.player.kind === 'practice' ? [] : takeSeat(before, event, { terms, session, from })
      case 'SeatLeft': {
        const parties = [partyOf(seatOf(before, event.seat))]
        return [releaseStakes({ matchId, parties }), freeSeats(matchId, event.seat)]
      }
      case 'Locked':
        return [beginLocking(matchId)]
      case 'Started':
        return [captureStakes({ matchId, asset }), beginPlay(matchId, event.at)]
      case 'Settled':
      case 'Voided':
        return end(before, events, event, { terms, captured, excused })
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

/** Whether a decision needs a transaction of its own. A seat that is out does not: the flush frees it. */
export const needsTransaction = (events: readonly GameEvent[]): boolean =>
  events.some(({ type }) => {
    switch (type) {
      case 'SeatTaken':
      case 'SeatLeft':
      case 'Locked':
      case 'Started':
      case 'Settled':
      case 'Voided':
        return true
      default:
        return false
    }
  })
