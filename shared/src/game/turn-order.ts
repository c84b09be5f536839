import type { MatchState, SeatState } from './state.ts'

/** The seats still in, in the order of their turns, beginning with `first` or, if that seat is out, with who follows. */
export const seatsInFrom = (state: MatchState, first: number): number[] => {
  const start = Math.max(0, state.order.indexOf(first))
  const turned = [...state.order.slice(start), ...state.order.slice(0, start)]
  return turned.filter((seat) => isIn(state.table[seat] ?? null))
}

/** The seats still in, in the order of their turns, beginning with the seat after `seat`; `seat` itself comes last. */
export const seatsInAfter = (state: MatchState, seat: number): number[] => {
  const position = state.order.indexOf(seat)
  const following = state.order[(position + 1) % state.order.length]
  return following === undefined ? [] : seatsInFrom(state, following)
}

/** Whether someone sits there and is not out. */
export const isIn = (seat: SeatState | null): seat is SeatState => seat !== null && seat.out === undefined
