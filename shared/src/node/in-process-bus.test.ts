import { describe, expect, it } from 'vitest'
import { busEvents, busRequests } from '../contracts/bus/index.ts'
import { manualClock } from '../testing/index.ts'
import { inProcessBus } from './in-process-bus.ts'
import { silentLogger } from './log.ts'
import { busSuite } from './testing-bus-suite.ts'

busSuite('the in-process bus', async (options) => inProcessBus(options))

describe('the in-process bus', () => {
  it('knows every request and event of the contract', async () => {
    const bus = inProcessBus({ log: silentLogger(), clock: manualClock() })
    for (const name of Object.keys(busEvents))
      expect(() => Reflect.apply(bus.publish, bus, [name, null, {}])).not.toThrow()
    for (const name of Object.keys(busRequests))
      expect(await Reflect.apply(bus.request, bus, [name, {}])).toMatchObject({ code: 1503 })
    await bus.close()
  })
})
