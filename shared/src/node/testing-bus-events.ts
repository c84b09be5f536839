import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../contracts/index.ts'
import { matchIdSchema } from '../rules/index.ts'
import type { ManualClock } from '../testing/index.ts'
import type { Bus } from './bus.ts'
import { currentRequestId, withRequestId } from './request-context.ts'
import { digest, edgeBeat, idOf, type OpenBus, oddTexts, openForTest, signal } from './testing-bus.ts'

/** How every implementation of the bus port must publish and be heard. For tests alone. */
export const busEventsSuite = (open: OpenBus): void => {
  describe('publish', () => {
    let bus: Bus
    let clock: ManualClock
    let lines: Record<string, unknown>[]

    beforeEach(async () => {
      ;({ bus, clock, lines } = await openForTest(open))
    })
    afterEach(() => bus.close())

    /** Resolves with what was heard as soon as `count` events came. */
    const collect = (key: string | null, count: number) => {
      const heard: { at: number; key: string | null }[] = []
      const { done, settle } = signal<typeof heard>()
      bus.subscribe('edge.beat', key, ({ at }, from) => {
        heard.push({ at, key: from })
        if (heard.length === count) settle(heard)
      })
      return done
    }

    it('reaches those who listen to its key and those who listen to all, in order', async () => {
      const one = collect('one', 2)
      const all = collect(null, 4)
      bus.publish('edge.beat', 'one', edgeBeat(1))
      bus.publish('edge.beat', 'two', edgeBeat(2))
      bus.publish('edge.beat', null, edgeBeat(3))
      bus.publish('edge.beat', 'one', edgeBeat(4))
      expect(await one).toEqual([
        { at: 1, key: 'one' },
        { at: 4, key: 'one' },
      ])
      expect(await all).toEqual([
        { at: 1, key: 'one' },
        { at: 2, key: 'two' },
        { at: 3, key: null },
        { at: 4, key: 'one' },
      ])
    })

    it('has any text as its key, and tells null from each of them', async () => {
      const heard = collect(null, oddTexts.length + 1)
      const each = oddTexts.map((key) => collect(key, 1))
      for (const [at, key] of oddTexts.entries()) bus.publish('edge.beat', key, edgeBeat(at))
      bus.publish('edge.beat', null, edgeBeat(oddTexts.length))
      expect(await heard).toEqual([...oddTexts, null].map((key, at) => ({ at, key })))
      for (const [at, one] of each.entries()) expect(await one).toEqual([{ at, key: oddTexts[at] }])
    })

    it('reaches a handler by each of its subscriptions, until that one ends', async () => {
      const heard: number[] = []
      const hear = ({ at }: { at: number }) => void heard.push(at)
      const [first] = ['one', 'one', 'two'].map((key) => bus.subscribe('edge.beat', key, hear))
      const tell = async (at: number) => {
        const passed = collect(null, 3)
        for (const key of ['one', 'two', null]) bus.publish('edge.beat', key, edgeBeat(at))
        await passed
        return heard.splice(0)
      }
      expect(await tell(1)).toEqual([1, 1, 1])
      for (let n = 0; n < 2; n++) first?.()
      expect(await tell(2)).toEqual([2, 2])
    })

    it('carries the beat of a thousand matches', async () => {
      const beat = Array.from({ length: 1_000 }, (_, seq) => ({
        matchId: matchIdSchema.parse(idOf(seq)),
        seq,
        hash: 'a'.repeat(64),
      }))
      const { done, settle } = signal<typeof beat>()
      bus.subscribe('match.beat', '7', settle)
      bus.publish('match.beat', '7', beat)
      expect(await done).toEqual(beat)
    })

    it('keeps the order however many there are, also when a handler publishes', async () => {
      const all = collect(null, 201)
      bus.subscribe('edge.beat', 'first', () => bus.publish('edge.beat', 'more', edgeBeat(1_000)))
      bus.publish('edge.beat', 'first', edgeBeat(0))
      for (let at = 1; at < 200; at++) bus.publish('edge.beat', 'rest', edgeBeat(at))
      const heard = (await all).map(({ at }) => at).filter((at) => at < 1_000)
      expect(heard).toEqual(Array.from({ length: 200 }, (_, at) => at))
    })

    it('never runs a handler inside the publisher’s call', async () => {
      let inside = true
      const { done, settle } = signal<boolean>()
      bus.subscribe('edge.beat', null, () => settle(inside))
      bus.publish('edge.beat', 'one', edgeBeat(1))
      inside = false
      expect(await done).toBe(false)
    })

    it('is heard within no request', async () => {
      const { done, settle } = signal<string | undefined>()
      bus.subscribe('edge.beat', null, () => settle(currentRequestId()))
      withRequestId('told-1', () => bus.publish('edge.beat', 'one', edgeBeat(1)))
      expect(await done).toBeUndefined()
    })

    it('harms no one else when a handler throws or rejects', async () => {
      bus.subscribe('edge.beat', 'one', () => {
        throw new Error('thrown')
      })
      bus.subscribe('edge.beat', 'one', async () => {
        throw new Error('rejected')
      })
      const others = collect('one', 2)
      bus.publish('edge.beat', 'one', edgeBeat(1))
      bus.publish('edge.beat', 'one', edgeBeat(2))
      expect(await others).toHaveLength(2)
      await clock.advance(0)
      const messages = lines.map(({ err }) => JSON.stringify(err))
      expect(messages.filter((text) => text.includes('"thrown"'))).toHaveLength(2)
      expect(messages.filter((text) => text.includes('"rejected"'))).toHaveLength(2)
    })

    it('reaches no one who has unsubscribed, and the others still', async () => {
      const heard: number[] = []
      const stop = bus.subscribe('edge.beat', 'one', ({ at }) => void heard.push(at))
      const first = collect('one', 1)
      const both = collect('one', 2)
      bus.publish('edge.beat', 'one', edgeBeat(1))
      await first
      stop()
      stop()
      bus.publish('edge.beat', 'one', edgeBeat(2))
      await both
      expect(heard).toEqual([1])
    })

    it('delivers to a subscription made after the last one of its key was given up', async () => {
      bus.subscribe('edge.beat', 'one', () => {})()
      const heard = collect('one', 1)
      bus.publish('edge.beat', 'one', edgeBeat(5))
      expect(await heard).toEqual([{ at: 5, key: 'one' }])
    })

    it('is heard before an answer that was given after it', async () => {
      const order: string[] = []
      bus.subscribe('edge.beat', null, () => void order.push('event'))
      bus.respond('lobby.digest', async () => {
        bus.publish('edge.beat', 'one', edgeBeat(1))
        return ok(digest(0))
      })
      await bus.request('lobby.digest', {})
      order.push('answer')
      expect(order).toEqual(['event', 'answer'])
    })
  })
}
