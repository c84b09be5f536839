import type { MatchSkill } from '@minefall/shared/game'
import { expect, test } from 'vitest'
import { playedMatch } from '../../../board/model/played-match.ts'
import { judgeEnded, luckOfSeat } from './judge-ended.ts'

const skillOf = (isExact: boolean, ...risks: [risk: number, mine: boolean][]): MatchSkill => ({
  isExact,
  moves: risks.map(([risk, mine], nth) => ({ nth, seat: 0, mine, risk, least: 0, isChoice: true })),
  seats: [],
})

test('no match is judged before it has ended', () => {
  const match = playedMatch({ seats: 2 })
  match.open('safe')
  expect(judgeEnded(match.state())).toBeNull()
})

test('luck is said of whom a small risk put out, and of who came through on a small chance', () => {
  expect(luckOfSeat(skillOf(true, [0.1, false], [0.12, true]), 0)).toEqual({ kind: 'unlucky', share: 0.12 })
  expect(luckOfSeat(skillOf(true, [0.3, true]), 0)).toEqual({ kind: 'out', share: 0.3 })
  expect(luckOfSeat(skillOf(true, [0.6, true]), 0)).toEqual({ kind: 'reckless', share: 0.6 })
  expect(luckOfSeat(skillOf(true, [0.5, false], [0.5, false]), 0)).toEqual({ kind: 'lucky', share: 0.25 })
})

test('nothing is said of luck where little was at risk, no tile was opened, or odds were estimated', () => {
  expect(luckOfSeat(skillOf(true, [0.1, false]), 0)).toBeNull()
  expect(luckOfSeat(skillOf(true, [0.1, true]), 1)).toBeNull()
  expect(luckOfSeat(skillOf(false, [0.1, true]), 0)).toBeNull()
})
