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
  type Strategy,
  type Withheld,
  withhold,
} from './testing-withholding.ts'

/** Matches of each table and strategy, from this seed on; of 100,000 are the figures in docs/fairness.md. */
const matches = Number(process.env.SEALED_MATCHES ?? 200)
const seed = Number(process.env.SEALED_SEED ?? 20_260_101)
vi.setConfig({ testTimeout: 300_000 + matches * 100 })

const tell = (what: string, figures: Withheld) => {
  const { share, half, fair, kept, strikes, othersStrikes, idle, voided } = figures
  const percent = (value: number) => `${(100 * value).toFixed(2)} %`
  const strikesOf = `${strikes.toFixed(3)} strikes, ${othersStrikes.toFixed(3)} of others`
  console.info(
    `${what}, ${matches} matches: ${percent(share)} ± ${percent(half)} of ${percent(fair)}; house ${percent(kept)}, ${strikesOf}, ${idle.toFixed(3)} out, ${percent(voided / matches)} voided`,
  )
}

/** Four standard errors, or what rounding leaves: more is no luck. */
const luck = ({ half }: Withheld) => Math.max((4 * half) / 1.96, 1e-9)

describe.each(sealedTables)('$gameId', (table) => {
  const all = Array.from({ length: table.seats }, (_, seat) => seat)
  const league = all.slice(1)
  const run = (what: string, who: Parameters<typeof withhold>[1]) => {
    const figures = withhold(table, who, { matches, random: seededRandom(seed) })
    tell(`${table.gameId}: ${what}`, figures)
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
    expect(figures.kept).toBe(0)
  })

  it.each<[string, Strategy]>([
    ['leaves links out at random', atRandom(0.5)],
    ['leaves out links so that as many as can open mines', byForesight([])],
    ['calls off what it dislikes', callsOff(all)],
  ])('the house alone wins nothing when it %s', (what, strategy) => {
    const figures = run(`the house ${what}`, { league: [0], house: true, others: true, strategy })
    expect(figures.kept).toBe(0)
    // No seat is any nearer to it than another.
    expect(Math.abs(figures.share - figures.fair)).toBeLessThan(luck(figures))
  })

  it('the house and a seat in league win more, each time in public', () => {
    const own = run('the house and one seat, its own links', {
      ...{ league: [0], house: true, others: false },
      strategy: byForesight([0]),
    })
    const others = run('the house and one seat, links of all', {
      ...{ league: [0], house: true, others: true },
      strategy: byForesight([0]),
    })
    const called = run('the house and one seat, calling off', {
      ...{ league: [0], house: true, others: false },
      strategy: callsOff([0]),
    })
    expect(own.strikes).toBeGreaterThan(0)
    expect(others.share).toBeGreaterThan(others.fair)
    expect(others.strikes + others.othersStrikes).toBeGreaterThan(own.strikes)
    expect(called.voided).toBeGreaterThan(0)
  })
})
