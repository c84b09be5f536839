import { awaitedSeats, type BoardState, type MatchState, minesOn, type OpenTile } from '@minefall/shared/game'
import type { PendingMove } from '../../machines/match/types.ts'

/** A tile that `seat` picked and that is not drawn yet: `came` of the `most` links for it are here. */
export type PickedTile = { kind: 'picked'; seat: number; came: number; most: number }

/** What one tile looks like. `seat` is who opened it; `last` marks the newest opening of the board. */
export type TileScene =
  | { kind: 'closed' }
  | { kind: 'armed' }
  | { kind: 'pending'; stage: PendingMove['stage'] }
  | PickedTile
  | { kind: 'open'; clue: number; seat: number; by: 'hand' | 'clock'; last: boolean }
  | { kind: 'open'; clue: number; seat: null; by: 'house'; last: false }
  | { kind: 'mine'; seat: number; by: 'hand' | 'clock'; last: boolean }

/** Everything the board shows, without a word and without a pixel. */
export type BoardScene = {
  columns: number
  rows: number
  tiles: readonly TileScene[]
  /** The board carries the frame of your turn. */
  yours: boolean
  /** A press would be sent. */
  playable: boolean
}

export type SceneInput = {
  rules: Pick<MatchState['rules'], 'w' | 'h'>
  /** Null before the first one is sealed. */
  board: Pick<BoardState, 'tiles'> | null
  yours?: boolean
  pending?: PendingMove | null
  picked?: (PickedTile & { tile: number }) | null
  canPlay?: boolean
  /** The tile chosen by the first of two taps. */
  armed?: number | null
}

/** The tile value of a clue that says nothing: blind tables and mines. */
export const silentClue = 255

type Looks = { last: TileScene; rest: TileScene }
const looksOf = ({ mine, clue, seat, by }: OpenTile): Looks => {
  if (by === 'house') {
    const opener: TileScene = { kind: 'open', clue, seat, by, last: false }
    return { last: opener, rest: opener }
  }
  const look = (last: boolean): TileScene =>
    mine ? { kind: 'mine', seat, by, last } : { kind: 'open', clue, seat, by, last }
  return { last: look(true), rest: look(false) }
}
const looks = new WeakMap<OpenTile, Looks>()

/** An opened tile, the same object each time: what did not change is not drawn again. */
export const openedTile = (open: OpenTile, last: boolean): TileScene => {
  const known = looks.get(open) ?? looksOf(open)
  looks.set(open, known)
  return last ? known.last : known.rest
}

const closed: TileScene = { kind: 'closed' }
const armedTile: TileScene = { kind: 'armed' }
const pendingTiles = {
  sent: { kind: 'pending', stage: 'sent' },
  committed: { kind: 'pending', stage: 'committed' },
} as const satisfies Record<PendingMove['stage'], TileScene>

/** What is picked and not drawn yet; null where nothing is. */
export const pickedIn = (state: MatchState): NonNullable<SceneInput['picked']> | null => {
  const { pick } = state
  if (!pick) return null
  const came = pick.links.length
  const most = came + awaitedSeats(state, pick).length
  return { kind: 'picked', seat: pick.seat, tile: pick.tile, came, most }
}

/** The scene of a board at one moment. */
export const boardScene = ({
  rules: { w: columns, h: rows },
  board,
  yours = false,
  pending = null,
  picked = null,
  canPlay: playable = false,
  armed = null,
}: SceneInput): BoardScene => {
  const newest = Math.max(...(board?.tiles ?? []).map((open) => open?.turn ?? -1))
  const tiles = Array.from({ length: columns * rows }, (_, tile): TileScene => {
    const open = board?.tiles[tile]
    if (open) return openedTile(open, open.turn === newest)
    if (picked?.tile === tile) return picked
    if (pending?.tile === tile) return pendingTiles[pending.stage]
    return armed === tile && playable ? armedTile : closed
  })
  return { columns, rows, tiles, yours, playable }
}

/** Mines not opened yet on this board, and tiles still closed. */
export const tally = (state: MatchState): { mines: number; closed: number } => {
  const tiles = state.board?.tiles ?? []
  const found = tiles.filter((tile) => tile?.mine).length
  const open = tiles.filter((tile) => tile !== null).length
  return {
    mines: minesOn(state.rules, state.board?.board ?? 0) - found,
    closed: state.rules.w * state.rules.h - open,
  }
}
