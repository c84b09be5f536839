import type { MatchState, Move, OutReason, VoidReason } from '@minefall/shared/game'

/** How a match ended for us. `net` is what we got back less what we staked. */
export type Outcome =
  | { kind: 'won'; net: bigint; payout: bigint }
  /** We share the pot with others; `net` may be below zero. */
  | { kind: 'shared'; net: bigint; payout: bigint; others: number }
  | { kind: 'lost'; net: bigint; place: number; reason: OutReason }
  /** `back` is null for those who had no stake in it. */
  | { kind: 'voided'; reason: VoidReason; back: bigint | null; net: bigint; started: boolean }
  /** We had no seat. */
  | { kind: 'watched' }

export type Summary = {
  outcome: Outcome
  /** Worth a fanfare: we got back more than we staked. */
  ahead: boolean
  pot: bigint
  stake: bigint
  rake: bigint
  winners: readonly number[]
  turns: number
  lastMove: Move | null
}

/** The pot of a match as it stands: one stake a seat taken. */
export const potOf = (state: MatchState): bigint =>
  BigInt(state.stake) * BigInt(state.table.filter(Boolean).length)

const paidTo = (state: MatchState, seat: number): bigint =>
  BigInt(state.result?.payouts.find((paid) => paid.seat === seat)?.amount ?? '0')

const outcomeOf = (state: MatchState, seat: number | null): Outcome | null => {
  const { result } = state
  if (!result) return null
  const started = state.order.length > 0
  if (seat === null && result.outcome === 'voided')
    return { kind: 'voided', reason: result.reason, back: null, net: 0n, started }
  if (seat === null) return { kind: 'watched' }
  const stake = BigInt(state.stake)
  const payout = paidTo(state, seat)
  if (result.outcome === 'voided') {
    // A match that never started only released its holds: nothing was taken, so nothing is lost.
    const back = started ? payout : stake
    return { kind: 'voided', reason: result.reason, back, net: back - stake, started }
  }
  const net = payout - stake
  const own = state.table[seat]
  if (own?.out) return { kind: 'lost', net, place: own.out.place, reason: own.out.reason }
  return result.reason === 'shared'
    ? { kind: 'shared', net, payout, others: result.payouts.length - 1 }
    : { kind: 'won', net, payout }
}

/** What the result dialog tells; null while the match runs. */
export const summarize = (state: MatchState, seat: number | null): Summary | null => {
  const outcome = outcomeOf(state, seat)
  const { result } = state
  if (!outcome || !result) return null
  return {
    outcome,
    ahead: 'net' in outcome && outcome.net > 0n,
    pot: potOf(state),
    stake: BigInt(state.stake),
    rake: result.outcome === 'settled' ? BigInt(result.rake) : 0n,
    winners: result.outcome === 'settled' ? result.payouts.map((paid) => paid.seat) : [],
    turns: state.moves.length,
    lastMove: state.moves.findLast((move) => move.seat === seat) ?? null,
  }
}
