import { neighbors } from '../fairness/index.ts'
import { minesOn, type Rules } from '../rules/index.ts'

/** A board as everyone sees it; `null` is a closed tile. A `BoardState` is one. */
export type SeenBoard = { board: number; tiles: readonly (SeenTile | null)[] }
export type SeenTile = { mine: boolean; clue: number }

/** Among the closed tiles of `tiles` lie exactly `mines` mines. */
export type Constraint = { tiles: readonly number[]; mines: number }

/** What a board's clues say for certain. */
export type Deduction = { safe: Set<number>; mined: Set<number> }

/** The closed tiles of a board, ascending. */
export const closedTiles = ({ tiles }: SeenBoard): number[] =>
  tiles.flatMap((tile, number) => (tile === null ? [number] : []))

/** Mines of a board that no one has opened yet. */
export const hiddenMines = ({ board, tiles }: SeenBoard, rules: Rules): number =>
  minesOn(rules, board) - tiles.filter((tile) => tile?.mine).length

/** What each clue says about the closed tiles around it; clues with none around say nothing. */
export const constraintsOf = ({ tiles }: SeenBoard, rules: Rules): Constraint[] =>
  tiles.flatMap((tile, number) => {
    if (tile === null || tile.mine || tile.clue > 8) return []
    const around = neighbors(number, rules)
    const closed = around.filter((neighbor) => tiles[neighbor] === null)
    if (closed.length === 0) return []
    return [{ tiles: closed, mines: tile.clue - around.filter((other) => tiles[other]?.mine).length }]
  })

/** Takes what is certain out of a constraint. */
const reduce = ({ tiles, mines }: Constraint, { safe, mined }: Deduction): Constraint => ({
  tiles: tiles.filter((tile) => !safe.has(tile) && !mined.has(tile)),
  mines: mines - tiles.filter((tile) => mined.has(tile)).length,
})

/**
 * Single-point deduction until nothing more follows: a clue whose mines are all found makes its other tiles safe, one
 * with as many tiles as mines makes them mined. Returns what is certain, and the constraints on what is not.
 */
export const deduce = (
  constraints: readonly Constraint[],
): { certain: Deduction; open: readonly Constraint[] } => {
  const certain: Deduction = { safe: new Set(), mined: new Set() }
  let open: Constraint[] = [...constraints]
  for (;;) {
    const before = certain.safe.size + certain.mined.size
    for (const constraint of open) {
      const { tiles, mines } = reduce(constraint, certain)
      if (mines === 0) for (const tile of tiles) certain.safe.add(tile)
      else if (mines === tiles.length) for (const tile of tiles) certain.mined.add(tile)
    }
    if (certain.safe.size + certain.mined.size === before) return { certain, open }
    open = open.map((constraint) => reduce(constraint, certain)).filter(({ tiles }) => tiles.length > 0)
  }
}
