import { expect, it } from 'vitest'
import { tailOf } from './tail.ts'

it('tells what the slowest clicks waited for, the first cause of each moment', () => {
  const fast = Array.from({ length: 99 }, () => ({ at: 1_000, ms: 2 }))
  const causes = [
    { name: 'collector', stalls: [{ from: 2_010, to: 2_020, ran: 10 }] },
    // Had a processor for a quarter of the time; what the collector did in it is the collector's.
    { name: 'server', stalls: [{ from: 2_010, to: 2_030, ran: 5 }] },
    { name: 'database', stalls: [{ from: 3_000, to: 4_000, ran: 1_000 }] },
  ]
  const { clicks, ms, parts } = tailOf([...fast, { at: 2_040, ms: 40 }], 0.01, causes)
  expect([clicks, ms]).toEqual([1, 40])
  expect(Object.fromEntries(parts)).toEqual({
    collector: 10,
    server: 2.5,
    'server, waiting for a core': 7.5,
    rest: 20,
  })
})
