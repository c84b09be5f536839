import { connectionsView } from '@minefall/shared/connections'
import type { EdgeRows } from '@minefall/shared/contracts/desk'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { expect, test } from 'vitest'
import { sweepMs } from './registry.ts'
import { rowPublisher } from './row-publisher.ts'
import { registryUnderTest, standIn } from './testing.ts'

/** A registry that is reported on a bus each second, and what was heard there. */
const told = () => {
  const bus = inProcessBus({ log: silentLogger() })
  const clock = manualClock()
  const publisher = rowPublisher({ bus, clock, edge: 'edge-1' })
  const registry = registryUnderTest()
  const heard: EdgeRows[] = []
  bus.subscribe('edge.rows', null, (rows) => heard.push(rows))
  return {
    ...{ bus, registry, heard, publisher },
    watch: () => bus.publish('edge.watch', null, { by: 'edge-2' }),
    /** Everything in it that is open is heard. */
    async pass(ms: number, stands: ReturnType<typeof standIn>[] = []) {
      for (let passed = 0; passed < ms; passed += sweepMs) {
        await clock.advance(sweepMs)
        const wanted = publisher.wanted()
        publisher.publish(wanted, registry.pass(sweepMs, { wanted, heard: stands }), registry.totals())
      }
      await clock.advance(0)
    },
  }
}

const brief = (heard: EdgeRows[]) =>
  heard.map(({ version, whole, part, parts, rows }) => [
    version,
    whole ? `${part} of ${parts}` : 'change',
    rows.length,
  ])

test('rows are reported each second for six seconds after someone watched, the whole first', async () => {
  const edge = told()
  const ann = standIn()
  edge.registry.opened(ann)
  await edge.pass(3_000, [ann])
  expect(edge.heard).toEqual([])
  edge.watch()
  await edge.pass(10_000, [ann])
  expect(brief(edge.heard)).toEqual([
    [1, '1 of 1', 1],
    [2, 'change', 0],
    [3, 'change', 0],
    [4, 'change', 0],
    [5, 'change', 0],
    [6, 'change', 0],
  ])
  edge.watch()
  await edge.pass(2_000, [ann])
  expect(brief(edge.heard.slice(6))).toEqual([
    [7, '1 of 1', 1],
    [8, 'change', 0],
  ])
})

test('more than five hundred come in parts, and anyone who asks gets the whole again', async () => {
  const edge = told()
  const stands = Array.from({ length: 1_001 }, (_, n) => standIn({ tab: n.toString(16).padStart(16, '0') }))
  for (const stand of stands) edge.registry.opened(stand)
  edge.watch()
  await edge.pass(1_000, stands)
  const whole = [
    [1, '1 of 3', 500],
    [2, '2 of 3', 500],
    [3, '3 of 3', 1],
  ]
  expect(brief(edge.heard)).toEqual(whole)
  for (const { roundTrip } of stands) roundTrip.samples.push(50)
  await edge.pass(1_000, stands)
  expect(brief(edge.heard.slice(3))).toEqual([
    [4, 'change', 500],
    [5, 'change', 500],
    [6, 'change', 1],
  ])
  edge.bus.publish('edge.ask', 'another', { by: 'edge-2' })
  edge.bus.publish('edge.ask', 'edge-1', { by: 'edge-2' })
  await edge.pass(1_000, stands)
  expect(brief(edge.heard.slice(6))).toEqual(
    whole.map(([version, ...rest]) => [Number(version) + 6, ...rest]),
  )
})

test('who watches and loses some of it asks, and has all of it a second later', async () => {
  const edge = told()
  const stands = [standIn(), standIn({ tab: '02'.repeat(8) })]
  const view = connectionsView()
  let lost = false
  edge.bus.subscribe('edge.rows', null, (rows) => {
    if (!lost && view.take(rows, 0)) edge.bus.publish('edge.ask', rows.edge, { by: 'edge-2' })
  })
  for (const stand of stands) edge.registry.opened(stand)
  edge.watch()
  await edge.pass(1_000, stands)
  expect([...view.rows()]).toHaveLength(2)
  lost = true
  const [ann, bea] = stands
  if (!ann || !bea) throw new Error('two stands')
  edge.registry.closed(ann, 'kicked')
  bea.roundTrip.samples.push(700)
  await edge.pass(1_000, stands)
  lost = false
  await edge.pass(1_000, stands)
  await edge.pass(1_000, stands)
  expect([...view.rows()].map(({ state, cause, lastClose }) => [state, cause, lastClose?.code])).toEqual([
    ['lost', 'closed', 'kicked'],
    ['lagging', 'round-trip', undefined],
  ])
})
