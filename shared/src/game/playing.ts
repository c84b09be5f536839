import type { Dealer } from '../fairness/index.ts'
import { settle, voidIdle } from './ending.ts'
import type { GameEvent } from './events.ts'
import { evolve } from './evolve.ts'
import { type CommandOf, refuse } from './refuse.ts'
import { decidePick, pickByClock } from './sealed.ts'
import type { BoardState, Decision, MatchState, TurnState } from './state.ts'
import { seatsInAfter } from './turn-order.ts'
import { proceed, seatOut } from './turns.ts'

/** Clock compensation that one match may get altogether, in milliseconds. */
export const compensationMaxMs = 15_000

/** What a match in play has beyond any match; `null` for every other. */
const inPlay = (state: MatchState): { board: BoardState; turn: TurnState } | null =>
  state.phase === 'playing' && state.board && state.turn ? { board: state.board, turn: state.turn } : null

/** The tile, what it does to the seat that opened it, and what comes after. */
const openTile = (
  state: MatchState,
  board: number,
  move: { turn: number; seat: number; tile: number; by: 'hand' | 'clock'; at: number },
  dealer: Dealer,
): GameEvent[] => {
  const { turn, seat, tile, by, at } = move
  const { mine, clue, salt } = dealer.tile(board, tile)
  const opened: GameEvent = { type: 'TileOpened', v: 1, at, turn, seat, board, tile, mine, clue, salt, by }
  const done = { turn, seat, at, opened: { mine } }
  if (!mine) return [opened, ...proceed(state, done, dealer)]
  const out = seatOut(state, seat, 'mine', at)
  return [opened, out, ...proceed(evolve(state, out), done, dealer)]
}

/** Opens a tile by hand in your own turn. Whether the move came in time is for the host, whose clock it is. */
export const decideOpen = (
  state: MatchState,
  command: CommandOf<'open'>,
  dealer: Dealer | undefined,
): Decision => {
  const { at, seat, turn, tile } = command
  const play = inPlay(state)
  if (!play) return refuse('wrong-phase')
  const mover = state.table[seat]
  if (!mover) return refuse('not-seated')
  if (mover.out) return refuse('already-out')
  if (turn !== play.turn.turn) return refuse('stale-turn')
  if (seat !== play.turn.seat) return refuse('not-your-turn')
  if (state.pick) return refuse('already-picked')
  const asked = play.board.tiles[tile]
  if (asked === undefined) return refuse('no-such-tile')
  if (asked !== null) return refuse('tile-open')
  if (!dealer) return refuse('not-ready')
  if (state.rules.sealed) return decidePick(state, command)
  return {
    ok: true,
    events: openTile(state, play.board.board, { turn, seat, tile, by: 'hand', at }, dealer),
  }
}

/**
 * The clock of the current turn ran out. The first time in a row a tile is opened for the player; the second time
 * they are out. If no one has moved by hand by then, the match is voided and refunded instead.
 *
 * Only that second time voids an idle match, never a mine opened by the clock: otherwise letting the clock run in the
 * first turn would be a free try (a safe tile plays on, a mine gives the stake back).
 */
export const decideExpire = (
  state: MatchState,
  { at, turn }: CommandOf<'expire'>,
  dealer: Dealer | undefined,
): Decision => {
  const play = inPlay(state)
  if (!play) return refuse('wrong-phase')
  if (turn !== play.turn.turn) return refuse('stale-turn')
  if (state.pick) return refuse('already-picked')
  if (!dealer) return refuse('not-ready')
  const { seat } = play.turn
  const { board, tiles } = play.board
  const firstInARow = state.table[seat]?.idleTurns === 0
  if (firstInARow) {
    const tile = dealer.auto(board, turn, (candidate) => tiles[candidate] === null)
    if (state.rules.sealed) return { ok: true, events: [pickByClock(turn, { seat, tile, at })] }
    return { ok: true, events: openTile(state, board, { turn, seat, tile, by: 'clock', at }, dealer) }
  }
  if (state.handMoves === 0) return { ok: true, events: [voidIdle(state, at, dealer.serverSeed)] }
  const out = seatOut(state, seat, 'idle', at)
  return { ok: true, events: [out, ...proceed(evolve(state, out), { turn, seat, at }, dealer)] }
}

/**
 * Gives up a seat in play. The running turn and its clock stay as they are, unless it was the leaver's own; what they have
 * picked is drawn all the same.
 */
export const decideLeave = (
  state: MatchState,
  { at, seat }: CommandOf<'leave'>,
  dealer: Dealer | undefined,
): Decision => {
  const play = inPlay(state)
  if (!play) return refuse('wrong-phase')
  const leaver = state.table[seat]
  if (!leaver) return refuse('not-seated')
  if (leaver.out) return refuse('already-out')
  if (!dealer) return refuse('not-ready')
  const out = seatOut(state, seat, 'left', at)
  const after = evolve(state, out)
  const { turn } = play.turn
  if (seat === play.turn.seat && !state.pick)
    return { ok: true, events: [out, ...proceed(after, { turn, seat, at }, dealer)] }
  const left = seatsInAfter(after, seat)
  return { ok: true, events: left.length === 1 ? [out, settle(after, left, at, dealer.serverSeed)] : [out] }
}

/**
 * Moves the deadline of the current turn by the whole milliseconds it was paused, as far as the match has any of its
 * 15 s of compensation left.
 */
export const decideCompensate = (
  state: MatchState,
  { at, turn, ms, cause }: CommandOf<'compensate'>,
): Decision => {
  const play = inPlay(state)
  if (!play) return refuse('wrong-phase')
  if (turn !== play.turn.turn) return refuse('stale-turn')
  if (state.pick) return refuse('already-picked')
  const left = compensationMaxMs - state.compensatedMs
  if (left < 1) return refuse('compensation-spent')
  const given = Math.min(Math.max(1, Math.ceil(ms)), left)
  const deadline = play.turn.deadline + given
  return { ok: true, events: [{ type: 'ClockCompensated', v: 1, at, turn, ms: given, deadline, cause }] }
}
