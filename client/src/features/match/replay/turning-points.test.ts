import type { MatchSkill } from '@minefall/shared/game'
import { expect, test } from 'vitest'
import { turningPoints } from './turning-points.ts'

const skillOf = (...moves: [risk: number, least: number, mine: boolean][]): MatchSkill => ({
  isExact: true,
  moves: moves.map(([risk, least, mine], nth) => ({ nth, seat: nth % 2, mine, risk, least, isChoice: true })),
  seats: [],
})

test('a match turns on needless risks and on what was not likely, and on nothing else', () => {
  const points = turningPoints(
    skillOf(
      [0, 0, false],
      [0.41, 0, false],
      [0.4, 0.2, true],
      [0.1, 0.1, true],
      [0.6, 0.55, false],
      [0.3, 0.25, true],
    ),
  )
  expect(points.map(({ kind, ply }) => [kind, ply])).toEqual([
    ['safe', 2],
    ['better', 3],
    ['unlucky', 4],
    ['lucky', 5],
  ])
})

test('estimated odds tell of nothing', () => {
  expect(turningPoints({ ...skillOf([0.41, 0, false]), isExact: false })).toEqual([])
})
