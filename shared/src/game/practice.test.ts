import { describe, expect, it } from 'vitest'
import type { Rules } from '../rules/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { laidDealer } from './plain-dealer.ts'
import { chooseTile, type Skill } from './practice.ts'
import { carryOut, readyMatch } from './simulation.ts'
import type { MatchState } from './state.ts'
import { view } from './view.ts'

const rules: Rules = { boards: 1, clockMs: 12_000, clues: true, h: 3, mines: 2, rakeBps: 0, w: 4 }
const ready = (table: Rules) => readyMatch({ gameId: 'mines-test', seats: 3, rules: table }, seededRandom(1))

/** A match on this layout with these tiles opened. */
const matchWith = (mines: number[], opened: number[], table = rules): MatchState => {
  const autoOrder = Array.from({ length: table.w * table.h }, (_, tile) => tile)
  const dealer = laidDealer({ rules: table, order: [0, 1, 2], mines: [mines], autoOrder })
  const started = carryOut(ready(table), { type: 'start', at: 0 }, dealer)
  return opened.reduce((state, tile) => {
    const { seat, turn } = state.turn ?? { seat: 0, turn: 0 }
    return carryOut(state, { type: 'open', at: 0, seat, turn, tile }, dealer)
  }, started)
}

/** Everything that this skill ever chooses here. */
const choices = (state: MatchState, skill: Skill): number[] => {
  const random = seededRandom(5)
  const chosen = new Set(Array.from({ length: 300 }, () => chooseTile(view(state), random, skill)))
  return [...chosen].sort((a, b) => a - b)
}

//  0  1  2  3
//  4  5  6  7
//  8  9 10 11
describe('a skilled opponent', () => {
  it('opens a tile that a clue makes safe', () => {
    expect(choices(matchWith([3, 11], [0]), 'skilled')).toEqual([1, 4, 5])
  })

  it('takes mines that were opened off the clues', () => {
    expect(choices(matchWith([1, 11], [0, 1]), 'skilled')).toEqual([4, 5])
  })

  it('sees what two clues together make safe', () => {
    // One of 4 and 5 is mined, says tile 8; one of 4, 5 and 6, says tile 9. Neither alone gives a safe tile away.
    expect(choices(matchWith([5, 3], [8, 9, 10]), 'skilled')).toEqual([6])
    expect(choices(matchWith([5, 3], [8, 9, 10]), 'casual').length).toBeGreaterThan(5)
  })

  it('uses how many mines there are: where the clues account for all, the rest is safe', () => {
    // Two of 1, 4 and 5 are mined, says tile 0, and there are but two.
    expect(choices(matchWith([1, 4], [0]), 'skilled')).toEqual([2, 3, 6, 7, 8, 9, 10, 11])
  })

  it('takes the lowest odds when nothing is safe', () => {
    const sparse = { ...rules, h: 6, w: 6, mines: 2 }
    const state = matchWith([1, 2], [7], sparse)
    // One tile in eight or more around the clue is mined; of the 27 others hardly any.
    const around = [0, 1, 2, 6, 8, 12, 13, 14]
    for (const tile of choices(state, 'skilled')) expect(around).not.toContain(tile)
  })

  it('has nothing to weigh on a blind table, and opens any closed tile', () => {
    const blind = { ...rules, clues: false }
    expect(choices(matchWith([3, 11], [0], blind), 'skilled')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })
})

describe('a casual opponent', () => {
  it('mostly opens what a single clue makes safe, and slips now and then', () => {
    const state = matchWith([3, 11], [0])
    const random = seededRandom(6)
    const chosen = Array.from({ length: 1000 }, () => chooseTile(state, random, 'casual'))
    const safe = chosen.filter((tile) => [1, 4, 5].includes(tile)).length
    expect(safe).toBeGreaterThan(900)
    expect(safe).toBeLessThan(980)
  })
})

describe('any opponent', () => {
  it('chooses alike from the same view and the same random numbers', () => {
    const state = matchWith([3, 11], [0])
    for (const skill of ['skilled', 'casual', 'random'] as const)
      expect(choices(state, skill)).toEqual(choices(state, skill))
  })

  it('always chooses a closed tile', () => {
    for (const skill of ['skilled', 'casual', 'random'] as const)
      for (const tile of choices(matchWith([3, 11], [0, 2, 9]), skill)) expect([0, 2, 9]).not.toContain(tile)
  })

  it('cannot choose where there is no board', () => {
    expect(() => chooseTile(ready(rules), seededRandom(1), 'skilled')).toThrow(RangeError)
  })
})
