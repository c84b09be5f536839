import { describe, expect, it } from 'vitest'
import { deal } from '../fairness/index.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { dealtTables } from './catalogue.ts'
import type { Skill } from './practice.ts'
import { type Figures, type MakeDealer, seatBias, simulate, worthOfSkill } from './simulation.ts'

/**
 * How far a place's share of the pots may lie from an equal one. Moving later is an advantage wherever more than one
 * must fall: of the players left at the end, the first to move is the first to fall. A duel has none.
 */
const biasBound = (gameId: string, skill: Skill): number => {
  if (gameId === 'mines-duel') return 0.01
  if (gameId === 'mines-classic') return 0.03
  return skill === 'skilled' ? 0.035 : 0.055
}

/** On clue tables: the most seats that may be out on their own first tile. */
const firstTileBounds = { skilled: 0.05, casual: 0.22 } as const

/** How many times a fair share a skilled player wins at least among casual ones, by seats. */
const worthBounds: Record<number, number> = { 4: 3, 5: 3.6, 6: 4.5 }

/** Three standard errors of a share seen in this many matches: what luck alone may add to a measured bias. */
const luck = ({ potShares, matches }: Figures) => {
  const equal = 1 / potShares.length
  return 3 * Math.sqrt((equal * (1 - equal)) / matches)
}

const line = (figures: Figures) => {
  const { gameId, skill, turns, boardsMean, won, shared, forcedTurns, potShares, outOnFirst } = figures
  const shares = potShares.map((share) => `${(share * 100).toFixed(1)} %`).join(' ')
  const bias = (seatBias(figures) * 100).toFixed(1)
  const length = `${turns.mean.toFixed(1)} turns (${turns.least}–${turns.most}), ${boardsMean.toFixed(2)} boards`
  const first = (outOnFirst * 100).toFixed(1)
  return `${gameId} ${skill}: ${length}, won ${won}, shared ${shared}, forced ${forcedTurns}, shares ${shares}, bias ${bias}, out on the first tile ${first} %`
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
    const table = dealtTables.find((other) => other.gameId === gameId)
    if (!table) throw new Error(`no table ${gameId}`)
    const figures = simulate(table, { skill, matches, random: seededRandom(20_260_101) })
    known.set(`${gameId} ${skill}`, figures)
    tell?.(line(figures))
    return figures
  }

  describe.each(dealtTables)('$gameId', ({ gameId, seats, rules }) => {
    describe.each(['skilled', 'casual', 'random'] as const)('played by %s opponents', (skill) => {
      const figures = () => figuresOf(gameId, skill)

      it('always ends', () => {
        const { won, shared, turns } = figures()
        expect(won + shared).toBe(matches)
        expect(turns.least).toBeGreaterThanOrEqual(seats - 1)
        expect(turns.most).toBeLessThanOrEqual(rules.w * rules.h * rules.boards)
      })

      it('favors no place in the turn order beyond its bound', () => {
        expect(seatBias(figures())).toBeLessThanOrEqual(biasBound(gameId, skill) + luck(figures()))
      })

      if (rules.clues && skill !== 'random')
        it('puts few out on their own first tile', () => {
          const bound = firstTileBounds[skill]
          const moved = matches * (seats - 1)
          const chance = 3 * Math.sqrt((bound * (1 - bound)) / moved)
          expect(figures().outOnFirst).toBeLessThanOrEqual(bound + chance)
        })

      if (rules.clues)
        it('never asks anyone to open a tile that must be a mine', () => {
          expect(figures().forcedTurns).toBe(0)
        })
    })
  })

  describe('the length of a match in turns', () => {
    const meanOf = (gameId: string) => figuresOf(gameId, 'skilled').turns.mean

    it.each(dealtTables.map(({ gameId }) => gameId).filter((gameId) => gameId !== 'mines-duel'))(
      'is 10 to 70 on average at %s, in skilled play',
      (gameId) => {
        expect(meanOf(gameId)).toBeGreaterThanOrEqual(10)
        expect(meanOf(gameId)).toBeLessThanOrEqual(70)
      },
    )

    it('is below that in a duel: one mine under 16 tiles is met after 8.5 on average', () => {
      const deviation = Math.sqrt((16 ** 2 - 1) / 12 / matches)
      expect(Math.abs(meanOf('mines-duel') - 8.5)).toBeLessThanOrEqual(3 * deviation)
    })
  })

  describe('skill', () => {
    it.each(dealtTables.filter(({ rules }) => rules.clues))('is worth much at $gameId', (table) => {
      const options = { matches, random: seededRandom(20_260_102) }
      const worth = worthOfSkill(table, { better: 'skilled', worse: 'casual', ...options })
      const casual = worthOfSkill(table, { better: 'casual', worse: 'random', ...options })
      tell?.(
        `${table.gameId}: skilled among casual ${worth.toFixed(2)}, casual among random ${casual.toFixed(2)}`,
      )
      // Three standard errors of the share won in so many matches.
      const share = worth / table.seats
      const chance = 3 * table.seats * Math.sqrt((share * (1 - share)) / matches)
      expect(worth).toBeGreaterThanOrEqual((worthBounds[table.seats] ?? Number.NaN) - chance)
    })

    it('lets a match last longer where there are clues, and makes no difference where there are none', () => {
      for (const { gameId, rules } of dealtTables) {
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

    it.each(dealtTables)(
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
