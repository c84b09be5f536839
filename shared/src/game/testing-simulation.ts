import { describe, expect, it } from 'vitest'
import { deal } from '../fairness/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { catalogue } from './catalogue.ts'
import type { Skill } from './practice.ts'
import { type Figures, type MakeDealer, seatBias, simulate } from './simulation.ts'

/**
 * How far a place's share of the pots may lie from an equal one. Moving later is an advantage wherever more than one
 * must fall: of the players left at the end, the first to move is the first to fall. A duel has none.
 */
const biasBounds = {
  'mines-trial': 0.065,
  'mines-duel': 0.01,
  'mines-classic': 0.03,
  'mines-clues': 0.085,
  'mines-royale': 0.055,
} as const

/** Three standard errors of a share seen in this many matches: what luck alone may add to a measured bias. */
const luck = ({ potShares, matches }: Figures) => {
  const equal = 1 / potShares.length
  return 3 * Math.sqrt((equal * (1 - equal)) / matches)
}

const line = (figures: Figures) => {
  const { gameId, skill, turns, boardsMean, won, shared, forcedTurns, potShares } = figures
  const shares = potShares.map((share) => `${(share * 100).toFixed(1)} %`).join(' ')
  const bias = (seatBias(figures) * 100).toFixed(1)
  const length = `${turns.mean.toFixed(1)} turns (${turns.least}–${turns.most}), ${boardsMean.toFixed(2)} boards`
  return `${gameId} ${skill}: ${length}, won ${won}, shared ${shared}, forced ${forcedTurns}, shares ${shares}, bias ${bias}`
}

/**
 * For tests alone: holds every table to its bounds over so many simulated matches with each skill. `tell` gets a line of
 * figures for each.
 */
export const describeSimulations = (matches: number, tell?: (line: string) => void): void => {
  const known = new Map<string, Figures>()

  /** The figures of a table and skill, worked out once. */
  const figuresOf = (gameId: string, skill: Skill): Figures => {
    const before = known.get(`${gameId} ${skill}`)
    if (before) return before
    const table = catalogue.find((other) => other.gameId === gameId)
    if (!table) throw new Error(`no table ${gameId}`)
    const figures = simulate(table, { skill, matches, random: seededRandom(20_260_101) })
    known.set(`${gameId} ${skill}`, figures)
    tell?.(line(figures))
    return figures
  }

  describe.each(catalogue)('$gameId', ({ gameId, seats, rules }) => {
    describe.each(['skilled', 'casual', 'random'] as const)('played by %s opponents', (skill) => {
      const figures = () => figuresOf(gameId, skill)

      it('always ends', () => {
        const { won, shared, turns } = figures()
        expect(won + shared).toBe(matches)
        expect(turns.least).toBeGreaterThanOrEqual(seats - 1)
        expect(turns.most).toBeLessThanOrEqual(rules.w * rules.h * rules.boards)
      })

      it('favors no place in the turn order beyond its bound', () => {
        const bound = Object.entries(biasBounds).find(([id]) => id === gameId)?.[1] ?? 0
        expect(seatBias(figures())).toBeLessThanOrEqual(bound + luck(figures()))
      })

      if (rules.clues)
        it('never asks anyone to open a tile that must be a mine', () => {
          expect(figures().forcedTurns).toBe(0)
        })
    })
  })

  describe('the length of a match in turns', () => {
    const meanOf = (gameId: string) => figuresOf(gameId, 'skilled').turns.mean

    it.each(catalogue.map(({ gameId }) => gameId).filter((gameId) => gameId !== 'mines-duel'))(
      'is 10 to 60 on average at %s, in skilled play',
      (gameId) => {
        expect(meanOf(gameId)).toBeGreaterThanOrEqual(10)
        expect(meanOf(gameId)).toBeLessThanOrEqual(60)
      },
    )

    it('is below that in a duel: one mine under 16 tiles is met after 8.5 on average', () => {
      const deviation = Math.sqrt((16 ** 2 - 1) / 12 / matches)
      expect(Math.abs(meanOf('mines-duel') - 8.5)).toBeLessThanOrEqual(3 * deviation)
    })
  })

  describe('skill', () => {
    it('lets a match last longer where there are clues, and makes no difference where there are none', () => {
      for (const { gameId, rules } of catalogue) {
        const [skilled, casual, random] = (['skilled', 'casual', 'random'] as const).map(
          (skill) => figuresOf(gameId, skill).turns.mean,
        )
        if (rules.clues) {
          expect(skilled).toBeGreaterThan(1.5 * (casual ?? Number.NaN))
          expect(casual).toBeGreaterThan(1.2 * (random ?? Number.NaN))
        } else expect(skilled).toBe(random)
      }
    })
  })

  describe('boards dealt by mf1', () => {
    const dealt: MakeDealer = ({ rules, table, lock }) =>
      deal({
        rules,
        serverSeed: 'ab'.repeat(32),
        lockHash: lock?.lockHash ?? '',
        players: table.map((seat) => ({ ref: seat?.ref ?? '', seed: seat?.seed ?? '' })),
      })

    it.each(catalogue)(
      'play to their end at $gameId, without a forced turn where there are clues',
      (table) => {
        const count = 6
        const options = {
          skill: 'skilled',
          matches: count,
          random: seededRandom(11),
          makeDealer: dealt,
        } as const
        const figures = simulate(table, options)
        expect(figures.won + figures.shared).toBe(count)
        if (table.rules.clues) expect(figures.forcedTurns).toBe(0)
        else expect(figures.boardsMean).toBe(1)
      },
    )
  })
}
