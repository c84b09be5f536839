import type { Dealer } from '../fairness/index.ts'
import { minesOn } from '../rules/index.ts'
import { settle } from './ending.ts'
import type { EventOf, GameEvent, OutReason } from './events.ts'
import type { BoardState, MatchState } from './state.ts'
import { isIn, seatsInAfter } from './turn-order.ts'

/** Publishes the commitments of a board, its openers, and nothing else of the dealer's secrets. */
export const boardBegun = (dealer: Dealer, board: number, at: number): EventOf<'BoardBegun'> => {
  const { root, leaves } = dealer.board(board)
  const openers = dealer.openers(board).map((tile) => {
    const { clue, salt } = dealer.tile(board, tile)
    return { tile, clue, salt }
  })
  const begun = { type: 'BoardBegun' as const, at, board, root, leaves: [...leaves] }
  return openers.length === 0 ? { ...begun, v: 1 } : { ...begun, v: 2, openers }
}

export const turnStarted = (
  { rules }: MatchState,
  turn: number,
  seat: number,
  at: number,
): EventOf<'TurnStarted'> => ({ type: 'TurnStarted', v: 1, at, turn, seat, deadline: at + rules.clockMs })

export const seatOut = (
  state: MatchState,
  seat: number,
  reason: OutReason,
  at: number,
): EventOf<'SeatOut'> => ({
  type: 'SeatOut',
  v: 1,
  at,
  seat,
  reason,
  place: state.table.filter(isIn).length,
})

/**
 * Whether the board has no turn left to give: on a clue table no safe tile is closed, so that every move would be
 * onto a known mine; on a blind table no tile at all. Counted from what is public: the mines of a board are known.
 * `opened` is a tile that is not in `tiles` yet.
 */
const boardIsSpent = (
  { rules }: MatchState,
  { board, tiles }: BoardState,
  opened?: { mine: boolean },
): boolean => {
  const most = rules.clues ? minesOn(rules, board) : 0
  let closed = opened ? -1 : 0
  let mines = opened?.mine ? 1 : 0
  for (const tile of tiles) {
    if (tile?.mine) mines += 1
    if (tile === null) closed += 1
    // Most boards have more closed tiles than that among their first.
    if (closed > most) return false
  }
  return closed <= (rules.clues ? most - mines : 0)
}

/**
 * What follows once turn number `turn`, the turn of `seat`, is done: the end, or the next turn, on the next board if
 * this one is spent. `state` is the match after what happened in that turn, but for the tile that was opened in it:
 * to fold that costs more than all the rest.
 */
export const proceed = (
  state: MatchState,
  { turn, seat, at, opened }: { turn: number; seat: number; at: number; opened?: { mine: boolean } },
  dealer: Dealer,
): GameEvent[] => {
  const seats = seatsInAfter(state, seat)
  const next = seats[0]
  if (!state.board || next === undefined) throw new Error(`match ${state.matchId} has no next turn`)
  const end = () => [settle(state, seats, at, dealer.serverSeed)]
  if (seats.length === 1) return end()
  const following = turnStarted(state, turn + 1, next, at)
  if (!boardIsSpent(state, state.board, opened)) return [following]
  const board = state.board.board + 1
  if (!state.rules.clues || board >= state.rules.boards) return end()
  return [boardBegun(dealer, board, at), following]
}
