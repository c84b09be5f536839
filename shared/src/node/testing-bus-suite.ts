import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyCode } from '../contracts/index.ts'
import type { ManualClock } from '../testing/index.ts'
import type { Bus } from './bus.ts'
import { isUnanswered } from './bus.ts'
import { edgeBeat, type OpenBus, openForTest, signal } from './testing-bus.ts'
import { busEventsSuite } from './testing-bus-events.ts'
import { busRequestsSuite } from './testing-bus-requests.ts'
import { busDrainMs } from './wire-bus.ts'

/** What every implementation of the bus port must do. For tests alone. */
export const busSuite = (name: string, open: OpenBus): void => {
  describe(name, () => {
    busRequestsSuite(open)
    busEventsSuite(open)

    describe('close', () => {
      let bus: Bus
      let clock: ManualClock

      beforeEach(async () => {
        ;({ bus, clock } = await openForTest(open))
      })
      afterEach(() => bus.close())

      it('is connected until then', async () => {
        expect(bus.isConnected()).toBe(true)
        await bus.close()
        expect(bus.isConnected()).toBe(false)
      })

      it('answers what is still waiting and what comes later with 1503, and delivers nothing more', async () => {
        const asked = signal()
        bus.respond('lobby.digest', async () => {
          asked.settle()
          return new Promise(() => {})
        })
        let heard = 0
        bus.subscribe('edge.beat', null, () => {
          heard++
        })
        const waiting = bus.request('lobby.digest', {})
        await asked.done
        const closed = bus.close()
        await clock.advance(busDrainMs)
        await closed
        for (const answer of [await waiting, await bus.request('lobby.digest', {})]) {
          expect(answer.code).toBe(bodyCode.unavailable)
          expect(isUnanswered(answer)).toBe(true)
        }
        bus.publish('edge.beat', null, edgeBeat(1))
        await clock.advance(0)
        expect(heard).toBe(0)
        expect(clock.pending()).toBe(0)
      })
    })
  })
}
