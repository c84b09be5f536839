import { describe, expect, it, vi } from 'vitest'
import { seededRandom } from '../testing/seeded-random.ts'
import { sealedTables } from './catalogue.ts'
import {
  againstOthers,
  atRandom,
  byForesight,
  callsOff,
  honest,
  never,
  playByRules,
  playPlainly,
  type Strategy,
  type Withheld,
  type Withholders,
  withhold,
} from './testing-withholding.ts'

/** Of 100,000 matches of each table and strategy are the figures in docs/fairness.md; so many more are played by the rules. */
const matches = Number(process.env.SEALED_MATCHES ?? 20_000)
const byRules = Number(process.env.SEALED_BY_RULES ?? 200)
vi.setConfig({ testTimeout: 300_000 + matches + byRules * 200 })

const percent = (value: number) => `${(100 * value).toFixed(2)} %`

const tell = (what: string, figures: Withheld) => {
  const { share, half, fair, kept, strikes, othersStrikes, idle, voided } = figures
  console.info(
    `${what}, ${figures.matches} matches: ${percent(share)} ± ${percent(half)} of ${percent(fair)}; house ${percent(kept)}, strikes ${strikes.toFixed(2)}, of others ${othersStrikes.toFixed(2)}, out ${idle.toFixed(2)}, called off ${percent(voided)}`,
  )
}

/** Four standard errors, or what rounding leaves: more is no luck. */
const luck = (...all: readonly Withheld[]) => (4 / 1.96) * Math.hypot(...all.map(({ half }) => half)) + 1e-9

describe.each(sealedTables)('$gameId', (table) => {
  const all = Array.from({ length: table.seats }, (_, seat) => seat)
  const league = all.slice(1)

  /** Both ways of playing agree, and no coin is made or lost in either. */
  const run = (what: string, who: Withholders) => {
    const random = () => seededRandom(20_260_101)
    const figures = withhold(table, who, { matches, random: random(), play: playPlainly })
    const real = withhold(table, who, { matches: byRules, random: random(), play: playByRules })
    tell(`${table.gameId}: ${what}`, figures)
    tell(`${table.gameId}: ${what}, by the rules`, real)
    expect(Math.abs(figures.share - real.share)).toBeLessThan(luck(figures, real))
    for (const { kept } of [figures, real]) expect(Math.abs(kept)).toBeLessThan(1e-9)
    return figures
  }

  it.each<[string, Strategy]>([
    ['hold nothing back', honest],
    ['hold links back at random', atRandom(0.5)],
    ['hold back all they can at others’ picks', againstOthers(league)],
    ['never give a link', never],
  ])('all seats but one win no more than their share when they %s', (what, strategy) => {
    const figures = run(`all but one ${what}`, { league, house: false, others: false, strategy })
    expect(figures.share - figures.fair).toBeLessThan(luck(figures))
  })

  it.each<[string, Strategy]>([
    ['leaves links out at random', atRandom(0.5)],
    ['leaves out links so that as many as can open mines', byForesight([])],
    ['calls off what it dislikes', callsOff(all)],
  ])('the house alone wins nothing when it %s', (what, strategy) => {
    const figures = run(`the house ${what}`, { league: [0], house: true, others: true, strategy })
    // No seat is any nearer to it than another.
    expect(Math.abs(figures.share - figures.fair)).toBeLessThan(luck(figures))
  })

  it('the house and a seat in league win more, each time in public', () => {
    const friend = { league: [0], house: true }
    const own = run('the house and one seat, its own links', {
      ...friend,
      others: false,
      strategy: byForesight([0]),
    })
    const others = run('the house and one seat, links of all', {
      ...friend,
      others: true,
      strategy: byForesight([0]),
    })
    const called = run('the house and one seat, calling off', {
      ...friend,
      others: false,
      strategy: callsOff([0]),
    })
    expect(own.share - own.fair).toBeGreaterThan(0)
    expect(own.strikes).toBeGreaterThan(0)
    expect(others.share).toBeGreaterThan(own.share)
    expect(others.othersStrikes).toBeGreaterThan(0)
    expect(called.voided).toBeGreaterThan(0)
  })
})
