import { it } from 'vitest'
import { seededRandom } from '../testing/seeded-random.ts'
import { seatBias, simulate, simulatedTables } from './simulation.ts'

it('x', () => {
  for (const t of simulatedTables)
    for (const skill of ['skilled', 'casual', 'random'] as const) {
      const s = performance.now()
      const f = simulate(t, { skill, matches: Number(process.env.N ?? 100), random: seededRandom(7) })
      console.log(
        JSON.stringify(f),
        'bias',
        seatBias(f).toFixed(4),
        'ms/turn',
        ((performance.now() - s) / f.matches / f.turns.mean).toFixed(3),
      )
    }
}, 600000)
