import { expect, test } from 'vitest'
import { playedMatch } from '../../../board/model/played-match.ts'
import { positionOdds } from './position-odds.ts'

/** A match of two that is over, and its board before the move that ended it. */
const overMatch = (...given: Parameters<typeof playedMatch>) => {
  const match = playedMatch(...given)
  const { board } = match.open('safe')
  if (!board) throw new Error('no board')
  const ended = match.open('mine')
  return { ended, board }
}

test('no odds are counted while the match runs, by neither who plays nor who watches', () => {
  const match = playedMatch({ seats: 2 })
  const state = match.open('safe')
  expect(state.board && positionOdds(state, state.board)).toBeNull()
})

test('a blind table has no odds', () => {
  const { ended, board } = overMatch({ seats: 2, rules: { boards: 1, clues: false, mines: 1 } })
  expect(positionOdds(ended, board)).toBeNull()
})

test('each closed tile has the odds that everyone could know then, and the best are marked', () => {
  const { ended, board } = overMatch({ seats: 2 })
  const { tiles, isExact } = positionOdds(ended, board) ?? { tiles: [] }
  expect(isExact).toBe(true)
  expect(tiles.map((tile) => tile === null)).toEqual(board.tiles.map((tile) => tile !== null))
  const risks = tiles.flatMap((tile) => tile?.risk ?? [])
  expect(risks.reduce((sum, risk) => sum + risk, 0)).toBeCloseTo(ended.rules.mines, 9)
  const least = Math.min(...risks)
  expect(least).toBeLessThan(Math.max(...risks))
  for (const tile of tiles) if (tile) expect(tile.isBest).toBe(tile.risk - least < 1e-9)
})

test('where all tiles are alike none is the best', () => {
  const match = playedMatch({ seats: 2 })
  const { board } = match.state()
  const ended = match.open('mine')
  if (!board) throw new Error('no board')
  const { tiles } = positionOdds(ended, board) ?? { tiles: [] }
  expect(tiles).toEqual(Array.from({ length: 16 }, () => ({ risk: 4 / 16, isBest: false })))
})
