import { settle } from './ending.ts'
import type { EventOf, GameEvent } from './events.ts'
import type { BoardState, Dealer, MatchState } from './state.ts'
import { seatsInAfter } from './turn-order.ts'

/** Publishes the commitments of a board and nothing else that the dealer knows of it. */
export const boardBegun = (dealer: Dealer, board: number, at: number): EventOf<'BoardBegun'> => {
  const { root, leaves } = dealer.board(board)
  return { type: 'BoardBegun', v: 1, at, board, root, leaves: [...leaves] }
}

export const turnStarted = (
  { rules }: MatchState,
  turn: number,
  seat: number,
  at: number,
): EventOf<'TurnStarted'> => ({ type: 'TurnStarted', v: 1, at, turn, seat, deadline: at + rules.clockMs })

/**
 * Whether the board has no turn left to give: on a clue table no safe tile is closed, so that every move would be
 * onto a known mine; on a blind table no tile at all. Counted from what is public: the mines of a board are known.
 */
export const boardIsSpent = ({ rules }: MatchState, { tiles }: BoardState): boolean => {
  const closed = tiles.filter((tile) => tile === null).length
  if (!rules.clues) return closed === 0
  return closed <= rules.mines - tiles.filter((tile) => tile?.mine).length
}

/**
 * What follows once turn number `turn`, the turn of `seat`, is done: the end, or the next turn, on the next board if
 * this one is spent. `state` is the match after what happened in that turn.
 */
export const proceed = (
  state: MatchState,
  { turn, seat, at }: { turn: number; seat: number; at: number },
  dealer: Dealer,
): GameEvent[] => {
  const seats = seatsInAfter(state, seat)
  const next = seats[0]
  if (!state.board || next === undefined) throw new Error(`match ${state.matchId} has no next turn`)
  const end = () => [settle(state, seats, at, dealer.serverSeed)]
  if (seats.length === 1) return end()
  const following = turnStarted(state, turn + 1, next, at)
  if (!boardIsSpent(state, state.board)) return [following]
  const board = state.board.board + 1
  if (!state.rules.clues || board >= state.rules.boards) return end()
  return [boardBegun(dealer, board, at), following]
}
