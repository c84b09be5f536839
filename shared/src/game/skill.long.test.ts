import { expect, it, vi } from 'vitest'
import { seededRandom } from '../testing/seeded-random.ts'
import { dealtTables } from './catalogue.ts'
import { plainDealer } from './plain-dealer.ts'
import { chooseTile } from './practice.ts'
import { playOut, readyMatch } from './simulation.ts'
import { dealtOpeners, judgeMatch } from './skill.ts'

/** Of 2,000 are the figures in docs/performance.md. */
const matches = Number(process.env.JUDGED_MATCHES ?? 200)
vi.setConfig({ testTimeout: 600_000 })

const cases = dealtTables
  .filter(({ rules }) => rules.clues)
  .flatMap((table) => (['skilled', 'casual'] as const).map((skill) => ({ ...table, skill })))

it.each(cases)('estimates nothing in matches at $gameId of $skill players, and prints the cost', (table) => {
  const random = seededRandom(20_260_104)
  const took = Array.from({ length: matches }, () => {
    const dealer = plainDealer(random, table.seats, table.rules)
    const { state } = playOut(readyMatch(table, random), dealer, (view) =>
      chooseTile(view, random, table.skill),
    )
    const began = performance.now()
    const judged = judgeMatch({ ...state, openers: dealtOpeners(dealer) }, table.seats)
    const ms = performance.now() - began
    expect(judged?.isExact).toBe(true)
    return ms
  }).sort((one, other) => one - other)
  const at = (share: number) => (took[Math.ceil(share * matches) - 1] ?? Number.NaN).toFixed(1)
  console.log(
    `${table.gameId} ${table.skill}: ${matches} matches judged in ${at(0.5)} ms (median), ${at(0.99)} (p99), ${at(1)} (most)`,
  )
})
