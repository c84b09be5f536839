import { boardOdds, type MatchState, oddsEpsilon, type SeenBoard } from '@minefall/shared/game'

/** The probability that a closed tile is mined, 0–1, and whether none is better where tiles differ at all. */
export type TileOdds = { risk: number; isBest: boolean }

/** The odds of a position by tile, null for open ones; estimated where they are not exact. */
export type PositionOdds = { tiles: readonly (TileOdds | null)[]; isExact: boolean }

/**
 * The odds of a board with clues as it stood at one moment of a match, by what everyone saw of it then. Null while the match
 * runs: no one is helped at the table.
 */
export const positionOdds = (
  { rules, result }: Pick<MatchState, 'rules' | 'result'>,
  board: SeenBoard,
): PositionOdds | null => {
  if (!result || !rules.clues) return null
  const { odds, isExact } = boardOdds(board, rules)
  const [least, most] = [Math.min(...odds.values()), Math.max(...odds.values())]
  const isChoice = most - least > oddsEpsilon
  return {
    tiles: board.tiles.map((_, tile) => {
      const risk = odds.get(tile)
      return risk === undefined ? null : { risk, isBest: isChoice && risk - least <= oddsEpsilon }
    }),
    isExact,
  }
}
