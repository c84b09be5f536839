import type { MatchState, Move } from '@minefall/shared/game'
import type { PendingMove } from '../../machines/match/types.ts'

/** What one tile looks like. `seat` is who opened it; `last` marks the newest opening of the board. */
export type TileScene =
  | { kind: 'closed' }
  | { kind: 'armed' }
  | { kind: 'pending'; stage: PendingMove['stage'] }
  | { kind: 'open'; clue: number; seat: number; by: 'hand' | 'clock'; last: boolean }
  | { kind: 'mine'; seat: number; by: 'hand' | 'clock'; last: boolean }

/** Everything the board shows, without a word and without a pixel. */
export type BoardScene = {
  /** Number of the board in the match, from 0; null before the first one is sealed. */
  board: number | null
  columns: number
  rows: number
  tiles: readonly TileScene[]
  /** The newest opening of the match, which may be on the board before this one; null before the first. */
  newest: { board: number; tile: number; opened: TileScene } | null
  /** Whose turn runs; null when none does. */
  turnSeat: number | null
  /** The board carries the frame of your turn. */
  yours: boolean
  /** A press would be sent. */
  playable: boolean
  /** Seats that took the pot, once it is over; empty after a void. */
  winners: readonly number[]
  over: boolean
}

export type SceneInput = {
  state: MatchState
  /** Our seat; null for a watcher. */
  seat: number | null
  pending: PendingMove | null
  canPlay: boolean
  /** The tile chosen by the first of two taps. */
  armed: number | null
}

/** The tile value of a clue that says nothing: blind tables and mines. */
export const silentClue = 255

/** An opened tile, by the move that opened it or as the board keeps it. */
const openedTile = (open: Pick<Move, 'mine' | 'clue' | 'seat' | 'by'>, last: boolean): TileScene =>
  open.mine
    ? { kind: 'mine', seat: open.seat, by: open.by, last }
    : { kind: 'open', clue: open.clue, seat: open.seat, by: open.by, last }

const closed: TileScene = { kind: 'closed' }
const armedTile: TileScene = { kind: 'armed' }

/** The scene of a match at one moment. */
export const boardScene = ({ state, seat, pending, canPlay, armed }: SceneInput): BoardScene => {
  const { w: columns, h: rows } = state.rules
  const board = state.board?.board ?? null
  const newest = state.moves.at(-1)
  const last = newest && newest.board === board ? newest.tile : null
  const tiles = Array.from({ length: columns * rows }, (_, tile): TileScene => {
    const open = state.board?.tiles[tile] ?? null
    if (open) return openedTile(open, tile === last)
    if (pending?.tile === tile) return { kind: 'pending', stage: pending.stage }
    return armed === tile && canPlay ? armedTile : closed
  })
  const over = state.phase === 'settled' || state.phase === 'voided'
  const turnSeat = over ? null : (state.turn?.seat ?? null)
  const winners = state.result?.outcome === 'settled' ? state.result.payouts.map((paid) => paid.seat) : []
  return {
    board,
    columns,
    rows,
    tiles,
    newest: newest ? { board: newest.board, tile: newest.tile, opened: openedTile(newest, true) } : null,
    turnSeat,
    yours: seat !== null && turnSeat === seat,
    playable: canPlay,
    winners,
    over,
  }
}

/** Mines not opened yet on this board, and tiles still closed. */
export const tally = (state: MatchState): { mines: number; closed: number } => {
  const tiles = state.board?.tiles ?? []
  const found = tiles.filter((tile) => tile?.mine).length
  const open = tiles.filter((tile) => tile !== null).length
  return { mines: state.rules.mines - found, closed: state.rules.w * state.rules.h - open }
}
