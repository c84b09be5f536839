import { multiply, portion, shareEqually, subtract } from '../coins/index.ts'
import type { Coins } from '../rules/index.ts'
import type { EventOf, GameEvent, VoidReason } from './events.ts'
import type { Command, Decision, MatchState } from './state.ts'
import { isIn, seatsInFrom } from './turn-order.ts'

type Payout = EventOf<'Settled'>['payouts'][number]

/** Everyone's stake, those who are out included. */
export const pot = (state: MatchState): Coins => multiply(state.stake, state.seats)

/** Equal whole shares; units left over go one each to the first of `seats`. */
const share = (total: Coins, seats: readonly number[]): Payout[] => {
  const shares = shareEqually(total, seats.length)
  return seats.flatMap((seat, index) => {
    const amount = shares[index]
    return amount === undefined ? [] : [{ seat, amount }]
  })
}

const refund = (state: MatchState): Payout[] =>
  state.table.flatMap((seat) => (seat === null ? [] : [{ seat: seat.seat, amount: state.stake }]))

/**
 * The end of a match that was played out: `seats` are those still in, from the next to move on. One of them has won;
 * several share, because the boards ran out. The house's share comes off the pot first either way.
 */
export const settle = (
  state: MatchState,
  seats: readonly number[],
  at: number,
  serverSeed: string,
): EventOf<'Settled'> => {
  const total = pot(state)
  const rake = portion(total, state.rules.rakeBps)
  return {
    type: 'Settled',
    v: 1,
    at,
    reason: seats.length === 1 ? 'won' : 'shared',
    payouts: share(subtract(total, rake), seats),
    rake,
    serverSeed,
  }
}

/** A started match no one has moved in by hand: every stake goes back, also to those the clock put out. */
export const voidIdle = (state: MatchState, at: number, serverSeed: string): EventOf<'Voided'> => ({
  type: 'Voided',
  v: 1,
  at,
  reason: 'idle',
  payouts: refund(state),
  serverSeed,
})

const interruptedPayouts = (state: MatchState): Payout[] => {
  if (state.phase !== 'playing') return []
  if (state.table.every(isIn)) return refund(state)
  const first = state.turn?.seat ?? state.order[0] ?? 0
  return share(pot(state), seatsInFrom(state, first))
}

/** Whether what a match has come to bears out this reason to void it; a fault or an interruption can come at any time. */
export const bearsOut = ({ lock, order, pick, table }: MatchState, reason: VoidReason): boolean => {
  switch (reason) {
    case 'abandoned':
      return lock === null
    case 'seed-missing':
      return lock !== null && table.some((seat) => seat?.seed === undefined)
    case 'idle':
      return order.length > 0
    case 'link-missing':
      return pick !== undefined && pick !== null
    case 'interrupted':
    case 'quarantined':
      return true
  }
}

/**
 * Ends a match that cannot go on. Before the start nothing is paid (holds are released); with no one out everyone is
 * refunded; otherwise those still in share the pot, without a rake. Refused with `wrong-phase` once it has ended, and
 * where the reason is not that of a match as it is.
 */
export const decideVoid = (state: MatchState, command: Extract<Command, { type: 'void' }>): Decision => {
  const { at, reason, serverSeed, next } = command
  if (state.phase === 'settled' || state.phase === 'voided' || !bearsOut(state, reason))
    return { ok: false, refusal: 'wrong-phase' }
  const voided: GameEvent = {
    type: 'Voided',
    v: 1,
    at,
    reason,
    payouts: interruptedPayouts(state),
    serverSeed,
  }
  return { ok: true, events: [next === undefined ? voided : { ...voided, next }] }
}
