import type { Asset, EventOf, GameEvent, MatchState, SeatState } from '@minefall/shared/game'
import type { Sql } from '../../db/index.ts'
import {
  captureStakes,
  holdStake,
  type Party,
  payOut,
  refillTrial,
  releaseStakes,
} from '../../ledger/index.ts'

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

/** Thrown inside the transaction to roll it back; the asker is told why. */
export class StakeRefused extends Error {
  readonly reason: 'not-enough-coins' | 'seated-elsewhere'
  constructor(reason: 'not-enough-coins' | 'seated-elsewhere') {
    super(reason)
    this.reason = reason
  }
}

const seatOf = (state: MatchState, seat: number): SeatState => {
  const found = state.table[seat]
  if (!found) throw new Error(`seat ${seat} of match ${state.matchId} is empty`)
  return found
}

/** Holds the stake of a person's new seat and notes that they are seated. */
const takeSeat = async (
  tx: Sql,
  state: MatchState,
  event: EventOf<'SeatTaken'>,
  trialRefill: bigint,
): Promise<void> => {
  const { matchId, asset, stake } = state
  const party = partyOf(event)
  if (asset === 'trial') await refillTrial(tx, { playerId: party.owner, to: trialRefill, key: matchId })
  const seated = await tx.query(
    'insert into seated (player_id, match_id, seat) values ($1, $2, $3) on conflict (player_id) do nothing',
    [party.owner, matchId, event.seat],
  )
  if (seated.count === 0) throw new StakeRefused('seated-elsewhere')
  const held = await holdStake(tx, { matchId, party, asset, amount: BigInt(stake) })
  if (!held.ok) throw new StakeRefused(held.reason)
}

const unseat = (tx: Sql, matchId: string, seat: number | null) =>
  tx.query('delete from seated where match_id = $1 and ($2::int is null or seat = $2::int)', [matchId, seat])

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

const end = async (
  tx: Sql,
  state: MatchState,
  event: EventOf<'Settled'> | EventOf<'Voided'>,
  captured: boolean,
): Promise<void> => {
  const { matchId } = state
  const asset: Asset = state.asset
  const phase = event.type === 'Settled' ? 'settled' : 'voided'
  if (captured)
    await payOut(tx, {
      matchId,
      step: phase,
      asset,
      payouts: byParty(state, event.payouts),
      rake: event.type === 'Settled' ? BigInt(event.rake) : 0n,
    })
  else await releaseStakes(tx, { matchId })
  await unseat(tx, matchId, null)
  await tx.query(
    `update match set phase = $2, ended_at = to_timestamp($3::double precision / 1000) where id = $1`,
    [matchId, phase, event.at],
  )
}

const setPhase = (tx: Sql, matchId: string, phase: MatchState['phase']) =>
  tx.query('update match set phase = $2 where id = $1', [matchId, phase])

/**
 * What a decision does besides the journal: holds, captures, payouts, `seated` and the phase. `before` is the
 * match as it was; `captured` whether its stakes are in the match's account.
 */
export const applyEffects = async (
  tx: Sql,
  before: MatchState,
  events: readonly GameEvent[],
  { trialRefill, captured }: { trialRefill: bigint; captured: boolean },
): Promise<void> => {
  const { matchId, asset, stake } = before
  const practice = events.filter((event) => event.type === 'SeatTaken' && event.player.kind === 'practice')
  if (practice.length > 0)
    await holdStake(tx, {
      matchId,
      party: practiceParty,
      asset,
      amount: BigInt(stake) * BigInt(practice.length),
    })
  for (const event of events) {
    switch (event.type) {
      case 'SeatTaken':
        if (event.player.kind !== 'practice') await takeSeat(tx, before, event, trialRefill)
        break
      case 'SeatLeft':
        await releaseStakes(tx, { matchId, parties: [partyOf(seatOf(before, event.seat))] })
        await unseat(tx, matchId, event.seat)
        break
      case 'Locked':
        await setPhase(tx, matchId, 'locking')
        break
      case 'Started':
        await captureStakes(tx, { matchId, asset })
        await setPhase(tx, matchId, 'playing')
        break
      case 'Settled':
      case 'Voided':
        await end(tx, before, event, captured)
        break
      default:
        break
    }
  }
}

/** The seats of people whom a decision puts out: they may sit elsewhere from its commit on. */
export const freedSeats = (before: MatchState, events: readonly GameEvent[]): number[] =>
  events.flatMap((event) =>
    event.type === 'SeatOut' && before.table[event.seat]?.player.kind !== 'practice' ? [event.seat] : [],
  )

/** Whether a decision needs a transaction of its own. A seat that is out does not: the move lane frees it. */
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
