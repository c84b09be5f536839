import type { GameEvent } from './events.ts'
import type { MatchState, SeatState } from './state.ts'

const viewSeat = (seat: SeatState): SeatState => {
  if (seat.holder === undefined) return seat
  const { holder: _private, ...shown } = seat
  return shown
}

/**
 * A match as everyone may see it, now and later: without the accounts behind the seats, its lists its own. This and
 * `viewEvent` are the one gate between the platform and the world; layout and unrevealed seeds are in no state and no event
 * to begin with.
 */
export const view = (state: MatchState): MatchState => ({
  ...state,
  board: state.board && { ...state.board, tiles: [...state.board.tiles] },
  moves: [...state.moves],
  table: state.table.map((seat) => (seat === null ? null : viewSeat(seat))),
})

/** An event as everyone may see it: without the account behind the seat. */
export const viewEvent = (event: GameEvent): GameEvent => {
  if (event.type !== 'SeatTaken' || event.holder === undefined) return event
  const { holder: _private, ...shown } = event
  return shown
}
