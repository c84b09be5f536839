import { ok } from '@minefall/shared/contracts'
import { inProcessBus, silentLogger } from '@minefall/shared/node'
import { manualClock } from '@minefall/shared/testing'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { health as healthOf } from './health.ts'
import { healthMetrics } from './metrics.ts'
import { type Stand, standIn } from './testing.ts'

test('the platform hears each five seconds how connections do, also after the clock was set back', async () => {
  const [bus, clock] = [inProcessBus({ log: silentLogger() }), manualClock(10_000_000)]
  let heard = 0
  bus.respond('health.record', async () => {
    heard += 1
    return ok(null)
  })
  const health = healthOf<Stand>({
    ...{ bus, clock, log: silentLogger(), edge: 'edge-1', weakMs: 400, requestMs: 4_000 },
    metrics: healthMetrics(new Registry()),
    kick: () => {},
  })
  health.opened(standIn())
  const pass = async (ms: number) => {
    await clock.advance(ms)
    health.sweep()
    await clock.advance(0)
    return heard
  }
  expect([await pass(4_999), await pass(1)]).toEqual([0, 1])
  expect([await pass(-3_600_000), await pass(4_999), await pass(1)]).toEqual([2, 2, 3])
  await bus.close()
})
