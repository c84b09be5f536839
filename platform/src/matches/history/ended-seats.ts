import type { HistoryMatch } from '@minefall/shared/contracts/rest'
import type { EventOf, GameEvent, MatchState } from '@minefall/shared/game'

/** How a match ended for one person's seat. `payout` is what came back, the stake of a released hold included. */
export type EndedSeat = Pick<HistoryMatch, 'seat' | 'outcome' | 'place'> & { holder: string; payout: bigint }

type Ending = EventOf<'Settled'> | EventOf<'Voided'>

const placesOf = (before: MatchState, events: readonly GameEvent[]): Map<number, number> => {
  const places = new Map<number, number>()
  for (const taken of before.table) if (taken?.out) places.set(taken.seat, taken.out.place)
  for (const event of events) if (event.type === 'SeatOut') places.set(event.seat, event.place)
  return places
}

/**
 * Everyone has their stake back: the match had not started, or its void paid all who were seated. A void that was
 * paid to some only is a pot shared among those still in.
 */
const isRefund = ({ table }: MatchState, ending: Ending, captured: boolean): boolean =>
  ending.type === 'Voided' && (!captured || ending.payouts.length === table.filter(Boolean).length)

/**
 * The people's seats of a match that ends with the last of `events`, which follow on `before`. Empty for a match that
 * was never locked: anyone who sat there was free to go.
 */
export const endedSeats = (
  before: MatchState,
  events: readonly GameEvent[],
  ending: Ending,
  captured: boolean,
): EndedSeat[] => {
  if (before.phase === 'gathering') return []
  const places = placesOf(before, events)
  const refund = isRefund(before, ending, captured)
  return before.table.flatMap((taken): EndedSeat[] => {
    if (taken?.holder === undefined || taken.player.kind === 'practice') return []
    const { seat, holder } = taken
    if (refund) return [{ seat, holder, outcome: 'refunded', place: null, payout: BigInt(before.stake) }]
    const paid = ending.payouts.find((one) => one.seat === seat)
    if (!paid) return [{ seat, holder, outcome: 'lost', place: places.get(seat) ?? null, payout: 0n }]
    const outcome = ending.reason === 'won' ? 'won' : 'shared'
    return [{ seat, holder, outcome, place: 1, payout: BigInt(paid.amount) }]
  })
}
