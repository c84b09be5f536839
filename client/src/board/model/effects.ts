import type { BoardScene, TileScene } from './scene.ts'

/** What the eye and the ear should notice between two scenes, in order. */
export type BoardEffect =
  /** Draw the scene as it is: the first one, or one that others played on without us. */
  | { kind: 'jump' }
  | { kind: 'press'; tile: number }
  /** A pending or armed tile that came up again, because the move was refused or another was chosen. */
  | { kind: 'lift'; tile: number }
  | { kind: 'open'; tile: number; clue: number; seat: number }
  | { kind: 'mine'; tile: number; seat: number }
  /** The next board is dealt: every tile is closed again. An opening before it was on the board that is gone. */
  | { kind: 'board'; board: number }
  | { kind: 'turn'; seat: number; yours: boolean }
  | { kind: 'win'; seats: readonly number[] }

/** More openings than this at once are a return after an absence: they are shown, not played. */
const seenAtOnce = 2

const isOpen = (tile: TileScene | undefined): boolean => tile?.kind === 'open' || tile?.kind === 'mine'
const isDown = (tile: TileScene | undefined): boolean => tile?.kind === 'pending'

const sameBoard = (previous: BoardScene, next: BoardScene): boolean =>
  previous.columns === next.columns && previous.rows === next.rows

const opening = (was: TileScene | undefined, tile: TileScene, index: number): BoardEffect[] => {
  if (isOpen(was)) return []
  if (tile.kind === 'mine') return [{ kind: 'mine', tile: index, seat: tile.seat }]
  if (tile.kind === 'open') return [{ kind: 'open', tile: index, clue: tile.clue, seat: tile.seat }]
  return []
}

const openings = (previous: BoardScene, next: BoardScene): BoardEffect[] =>
  next.tiles.flatMap((tile, index) => opening(previous.tiles[index], tile, index))

/** The opening that ended the board before, when the next board came with it. */
const lastOpening = (previous: BoardScene, { newest }: BoardScene): BoardEffect[] =>
  newest && newest.board === previous.board
    ? opening(previous.tiles[newest.tile], newest.opened, newest.tile)
    : []

const presses = (previous: BoardScene, next: BoardScene): BoardEffect[] =>
  next.tiles.flatMap((tile, index): BoardEffect[] => {
    const was = previous.tiles[index]
    if (isDown(tile) && !isDown(was)) return [{ kind: 'press', tile: index }]
    if (isDown(was) && !isDown(tile) && !isOpen(tile)) return [{ kind: 'lift', tile: index }]
    return []
  })

/** `diff(previous, next)`: the effects that lead from one scene to the next. */
export const diff = (previous: BoardScene | null, next: BoardScene): readonly BoardEffect[] => {
  if (!previous || !sameBoard(previous, next)) return [{ kind: 'jump' }]
  const effects: BoardEffect[] = []
  const began = previous.board !== null && next.board !== null && next.board !== previous.board
  if (began && next.board !== null) {
    if (next.board !== (previous.board ?? 0) + 1 || next.tiles.some(isOpen)) return [{ kind: 'jump' }]
    effects.push(...lastOpening(previous, next), { kind: 'board', board: next.board })
  } else {
    const opened = openings(previous, next)
    if (opened.length > seenAtOnce) return [{ kind: 'jump' }]
    effects.push(...presses(previous, next), ...opened)
  }
  if (next.turnSeat !== null && next.turnSeat !== previous.turnSeat)
    effects.push({ kind: 'turn', seat: next.turnSeat, yours: next.yours })
  if (next.winners.length > 0 && previous.winners.length === 0)
    effects.push({ kind: 'win', seats: next.winners })
  return effects
}
