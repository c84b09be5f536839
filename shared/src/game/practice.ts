import { closedTiles, constraintsOf, deduce, hiddenMines } from './deduction.ts'
import { mineOdds } from './mine-odds.ts'
import type { MatchState } from './state.ts'

/**
 * How well a practice opponent plays: `skilled` weighs all that the clues say, `casual` sees what a single clue
 * gives away and overlooks it now and then, `random` opens anything.
 */
export type Skill = 'skilled' | 'casual' | 'random'

/** How often a casual opponent does not look. */
const slip = 0.08

const pick = (tiles: readonly number[], random: () => number): number => {
  const tile = tiles[Math.floor(random() * tiles.length)]
  if (tile === undefined) throw new RangeError('no tile is closed')
  return tile
}

/** The tiles with the lowest odds; all within rounding count as equal. */
const leastLikely = (odds: ReadonlyMap<number, number>): number[] => {
  const lowest = Math.min(...odds.values())
  return [...odds].filter(([, odd]) => odd <= lowest + 1e-9).map(([tile]) => tile)
}

/**
 * A closed tile for the seat to move, decided from what every player sees and nothing else. `random` gives numbers in
 * [0, 1). Throws a `RangeError` when the match has no board or no closed tile, which a match in play always has.
 */
export const chooseTile = (view: MatchState, random: () => number, skill: Skill): number => {
  if (!view.board) throw new RangeError(`match ${view.matchId} has no board`)
  const closed = closedTiles(view.board)
  if (skill === 'random' || !view.rules.clues) return pick(closed, random)
  if (skill === 'casual' && random() < slip) return pick(closed, random)
  const { certain, open } = deduce(constraintsOf(view.board, view.rules))
  if (certain.safe.size > 0) return pick([...certain.safe], random)
  const unknown = closed.filter((tile) => !certain.mined.has(tile))
  if (skill === 'casual') return pick(unknown.length > 0 ? unknown : closed, random)
  const { odds } = mineOdds(unknown, open, hiddenMines(view.board, view.rules) - certain.mined.size)
  return pick(odds.size > 0 ? leastLikely(odds) : closed, random)
}
