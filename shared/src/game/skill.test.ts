import { describe, expect, it } from 'vitest'
import type { Rules } from '../rules/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { catalogue } from './catalogue.ts'
import { plainDealer } from './plain-dealer.ts'
import { chooseTile, type Skill } from './practice.ts'
import { playOut, readyMatch, type SimulatedTable } from './simulation.ts'
import { accuracyOf, dealtOpeners, isBeyondLuck, judgeMatch, luckOf, toldOpeners } from './skill.ts'
import type { Move } from './state.ts'
import { playAccounts } from './testing-accounts.ts'

const rules: Rules = { boards: 1, clockMs: 12_000, clues: true, h: 3, mines: 2, rakeBps: 0, w: 4 }
const noOpeners = () => []

/** Moves of seats in turn on one board, each `[tile, clue]` or `[tile, 'mine']`. */
const movesOf = (...opened: [tile: number, clue: number | 'mine'][]): Move[] =>
  opened.map(([tile, clue], nth) => ({
    turn: nth,
    seat: nth % 2,
    board: 0,
    tile,
    mine: clue === 'mine',
    clue: clue === 'mine' ? 255 : clue,
    by: 'hand',
  }))
const judged = (moves: readonly Move[], given: Partial<Parameters<typeof judgeMatch>[0]> = {}) => {
  const skill = judgeMatch({ rules, moves, openers: noOpeners, ...given }, 2)
  if (!skill) throw new Error('a blind table')
  return skill
}

/** A played match of simulated opponents, and how they played. */
const played = (table: SimulatedTable, skills: readonly Skill[], random: () => number) => {
  const dealer = plainDealer(random, table.seats, table.rules)
  const { state } = playOut(readyMatch(table, random), dealer, (view, seat) =>
    chooseTile(view, random, skills[seat % skills.length] ?? 'random'),
  )
  const skill = judgeMatch({ ...state, openers: dealtOpeners(dealer) }, table.seats)
  if (!skill) throw new Error('a blind table')
  return { state, skill }
}

//  0  1  2  3
//  4  5  6  7
//  8  9 10 11
describe('a move', () => {
  it('risks what the clues leave, beside the best tile there was', () => {
    // Tile 0 says that one of 1, 4 and 5 is mined; the other mine is under one of the eight tiles further off.
    const { moves } = judged(movesOf([0, 1], [4, 1], [11, 0]))
    expect(moves.map(({ seat, mine }) => [seat, mine])).toEqual([
      [0, false],
      [1, false],
      [0, false],
    ])
    expect(moves[0]).toMatchObject({ risk: 2 / 12, least: 2 / 12, isChoice: false })
    expect(moves[1]?.risk).toBeCloseTo(1 / 3, 9)
    expect(moves[1]?.least).toBeCloseTo(1 / 8, 9)
    expect(moves[1]?.isChoice).toBe(true)
  })

  it('has a risk of 0 where a clue makes it safe and of 1 where one makes it a mine', () => {
    const { moves } = judged(movesOf([0, 3], [2, 'mine'], [1, 'mine']), { rules: { ...rules, mines: 4 } })
    expect(moves[2]).toMatchObject({ risk: 1, isChoice: true })
    const { moves: safe } = judged(movesOf([0, 0], [1, 0]))
    expect(safe[1]).toMatchObject({ risk: 0, least: 0, isChoice: true })
  })

  it('is judged with what the house opened, and not where the clock made it', () => {
    const openers = () => [{ tile: 0, clue: 0 }]
    expect(judged(movesOf([1, 0]), { openers }).moves[0]).toMatchObject({ risk: 0, least: 0 })
    const [byHand, byClock] = movesOf([0, 0], [1, 0])
    if (!byHand || !byClock) throw new Error('no moves')
    const { moves, seats } = judged([byHand, { ...byClock, by: 'clock' }])
    expect(moves).toHaveLength(1)
    expect(seats[1]).toEqual({ moves: 0, choices: 0, accuracy: null, survived: 0, expected: 0, variance: 0 })
  })

  it('starts each board from its own openers', () => {
    const [first, second] = movesOf([0, 0], [1, 0])
    if (!first || !second) throw new Error('no moves')
    const boards = toldOpeners([
      { type: 'BoardBegun', v: 1, at: 0, board: 0, root: '', leaves: [] },
      {
        type: 'BoardBegun',
        v: 2,
        at: 0,
        board: 1,
        root: '',
        leaves: [],
        openers: [{ tile: 0, clue: 0, salt: '' }],
      },
    ])
    const { moves } = judged([first, { ...second, board: 1 }], { openers: boards })
    expect(moves.map(({ risk }) => risk)).toEqual([2 / 12, 0])
  })

  it('on a blind table is not judged', () => {
    expect(judgeMatch({ rules: { ...rules, clues: false }, moves: [], openers: noOpeners }, 2)).toBeNull()
  })
})

describe('a seat', () => {
  it('has the mean accuracy of its choices, and sums of its risks', () => {
    const { seats } = judged(movesOf([0, 1], [4, 1]))
    // The first move had nothing to choose from.
    expect(seats[0]).toMatchObject({ moves: 1, choices: 0, accuracy: null, survived: 1 })
    expect(seats[0]?.expected).toBeCloseTo(10 / 12, 9)
    expect(seats[0]?.variance).toBeCloseTo((2 / 12) * (10 / 12), 9)
    expect(seats[1]?.accuracy).toBeCloseTo((100 * (2 / 3)) / (7 / 8), 9)
    expect(luckOf(seats[1] ?? { survived: 0, expected: 0, variance: 0 })).toBeCloseTo(
      (1 - 2 / 3) / Math.sqrt((1 / 3) * (2 / 3)),
      9,
    )
  })

  it('has no luck where nothing was at risk', () => {
    expect(luckOf({ survived: 3, expected: 3, variance: 0 })).toBeNull()
  })

  it('is as accurate as it is skilled: 100 for the best tile each time', () => {
    const random = seededRandom(3)
    const means = { skilled: 0, casual: 0, random: 0 }
    const table = catalogue[0]
    const matches = 4
    for (let match = 0; match < matches; match += 1)
      for (const skill of ['skilled', 'casual', 'random'] as const) {
        const choices = played(table, [skill], random).skill.moves.filter(({ isChoice }) => isChoice)
        means[skill] += choices.reduce((sum, move) => sum + accuracyOf(move), 0) / choices.length / matches
      }
    expect(means.skilled).toBeCloseTo(100, 6)
    expect(means.casual).toBeLessThan(95)
    expect(means.random).toBeLessThan(means.casual - 5)
  })
})

describe('luck', () => {
  it('has mean 0 and deviation 1 over many matches, however well the players play', () => {
    const random = seededRandom(9)
    const small = { ...rules, boards: 9, mines: 3, openers: 1, fade: 0, rise: 1 }
    const table = { gameId: 'mines-test', seats: 3, rules: small }
    // Three accounts a table, who have changing seats in thirty matches against each other.
    const accounts = Array.from({ length: 60 }, () => ({ survived: 0, expected: 0, variance: 0 }))
    const skills = ['skilled', 'casual', 'random'] as const
    for (let first = 0; first < accounts.length; first += 3)
      for (let match = 0; match < 30; match += 1) {
        const { seats } = played(table, skills, random).skill
        for (const [nth, seat] of seats.entries()) {
          const account = accounts[first + ((nth + match) % 3)]
          if (!account) throw new Error('no account')
          account.survived += seat.survived
          account.expected += seat.expected
          account.variance += seat.variance
        }
      }
    const luck = accounts.map((account) => luckOf(account) ?? 0)
    const mean = luck.reduce((sum, z) => sum + z, 0) / luck.length
    const deviation = Math.sqrt(luck.reduce((sum, z) => sum + (z - mean) ** 2, 0) / luck.length)
    // Four standard errors of each.
    expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(luck.length))
    expect(Math.abs(deviation - 1)).toBeLessThan(4 / Math.sqrt(2 * luck.length))
  })
})

describe('an account that sees half of the mines', () => {
  it('is beyond luck after some hundred matches, and those it plays with are not', () => {
    const table = catalogue.find(({ gameId }) => gameId === 'mines-clues') ?? catalogue[0]
    const accounts = [
      { sees: 0.5 },
      ...(['casual', 'skilled', 'casual'] as const).map((skill) => ({ skill })),
    ]
    let beyond: boolean[] = []
    playAccounts(table, accounts, { matches: 130, random: seededRandom(4) }, (sums) => {
      beyond = sums.map(isBeyondLuck)
      return beyond[0] === true
    })
    expect(beyond).toEqual([true, false, false, false])
  })
})

describe('a match', () => {
  it('counts for nothing where some odds were estimated, as counting took too long', () => {
    const match = { rules, moves: movesOf([0, 1], [4, 1]), openers: noOpeners }
    expect(judgeMatch(match, 2)?.isExact).toBe(true)
    expect(judgeMatch(match, 2, 0)?.isExact).toBe(false)
  })
})
