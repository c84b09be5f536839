import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BusRequest, bodyCode, type Digest, ok, refuse } from '../contracts/index.ts'
import { matchIdSchema } from '../game/rules.ts'
import { readyMatch, simulatedTables } from '../game/simulation.ts'
import { type ManualClock, manualClock, seededRandom } from '../testing/index.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import { createLogger, type Logger } from './log.ts'
import { natsDrainMs } from './nats-bus.ts'
import { currentRequestId, withRequestId } from './request-context.ts'
import { isUnanswered } from './unanswered.ts'

/** Opens the bus under test. Timeouts go by `clock`, failures of handlers to `log`. */
export type OpenBus = (options: { clock: Clock; log: Logger; newRequestId: () => string }) => Promise<Bus>

const edgeBeat = (at: number) => ({ edge: 'edge-1', at })
const digest = (at: number): Digest => ({ at, playing: 0, tables: [], wins: [], live: [] })
const presence: BusRequest<'match.presence'> = {
  playerId: 'player-1',
  edge: 'edge-1',
  matchId: matchIdSchema.parse('a'.repeat(32)),
  presence: 'here',
}

/** What names may be made of, also where it means something to a network. */
const oddTexts = ['a', '', 'a.b', '.', '*', '>', '~', '=', 'a b', 'line\nbreak', 'ü🙂', 'x'.repeat(64)]
const commandId = (number: number) => number.toString(16).padStart(32, '0')

const largeMatch = () => {
  const [table, ...tables] = simulatedTables
  if (!table) throw new Error('no table')
  const largest = tables.reduce((large, other) => (other.seats > large.seats ? other : large), table)
  return readyMatch(largest, seededRandom(1))
}

/** A promise and what settles it. */
const signal = <T = void>() => {
  let settle: (value: T) => void = () => {}
  const done = new Promise<T>((resolve) => {
    settle = resolve
  })
  return { done, settle }
}

/** What every implementation of the bus port must do. For tests alone. */
export const busSuite = (name: string, open: OpenBus): void => {
  describe(name, () => {
    let bus: Bus
    let clock: ManualClock
    let lines: Record<string, unknown>[]

    beforeEach(async () => {
      clock = manualClock()
      lines = []
      const log = createLogger({
        level: 'error',
        format: 'json',
        to: { write: (line) => void lines.push(JSON.parse(line)) },
      })
      bus = await open({ clock, log, newRequestId: () => 'request-1' })
    })
    afterEach(() => bus.close())

    /** Resolves with what was heard as soon as `count` events came. */
    const collect = (event: 'edge.beat', key: string | null, count: number) => {
      const heard: { at: number; key: string | null }[] = []
      const { done, settle } = signal<typeof heard>()
      bus.subscribe(event, key, ({ at }, from) => {
        heard.push({ at, key: from })
        if (heard.length === count) settle(heard)
      })
      return done
    }

    describe('request', () => {
      it('gets the answer of whoever responds, refusals and all', async () => {
        bus.respond('lobby.digest', async () => ok(digest(7)))
        bus.respond('match.presence', async () => ({
          code: bodyCode.notSeated,
          msg: 'not seated',
          data: null,
        }))
        expect(await bus.request('lobby.digest', {})).toEqual({ code: 200, msg: 'ok', data: digest(7) })
        expect((await bus.request('match.presence', presence)).code).toBe(bodyCode.notSeated)
      })

      it('is told 1503 when nobody responds, or nobody does any more', async () => {
        expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.unavailable)
        const stop = bus.respond('lobby.digest', async () => ok(digest(0)))
        expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.ok)
        stop()
        expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.unavailable)
      })

      it('is told 1504 when the answer is late, and nothing of the late one', async () => {
        const late = signal<ReturnType<typeof ok<Digest>>>()
        const asked = signal()
        bus.respond('lobby.digest', async () => {
          asked.settle()
          return late.done
        })
        const answer = bus.request('lobby.digest', {}, { timeoutMs: 100 })
        await asked.done
        await clock.advance(100)
        expect(await answer).toMatchObject({ code: bodyCode.timeout, data: null })
        expect(isUnanswered(await answer)).toBe(false)
        late.settle(ok(digest(1)))
        await clock.advance(0)
        expect(await answer).toMatchObject({ code: bodyCode.timeout })
      })

      it('leaves no timer behind once it was answered', async () => {
        bus.respond('lobby.digest', async () => ok(digest(0)))
        await bus.request('lobby.digest', {})
        expect(clock.pending()).toBe(0)
      })

      it('is told 1500 with a request id when the handler throws, and the log has the cause', async () => {
        bus.respond('lobby.digest', async () => {
          throw new Error('the table is on fire')
        })
        const answer = await bus.request('lobby.digest', {})
        expect(answer).toMatchObject({ code: bodyCode.ourFault, data: null })
        expect(answer.msg).toContain('request-1')
        expect(answer.msg).not.toContain('fire')
        expect(lines).toMatchObject([{ requestId: 'request-1', err: { message: 'the table is on fire' } }])
      })

      it('is told 1500 when the handler throws before it makes a promise', async () => {
        bus.respond('lobby.digest', () => {
          throw new Error('at once')
        })
        expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.ourFault)
      })

      it('is told 1001 with the field when the payload has not the right shape', async () => {
        let called = false
        bus.respond('match.presence', async () => {
          called = true
          return ok(null)
        })
        const answer = await bus.request('match.presence', { ...presence, playerId: '' })
        expect(answer.code).toBe(bodyCode.badParameters)
        expect(answer.msg).toMatch(/^playerId: /)
        expect(called).toBe(false)
      })

      it('is answered within the request in which it was asked, and within none when there is none', async () => {
        const within: (string | undefined)[] = []
        bus.respond('lobby.digest', async () => {
          within.push(currentRequestId())
          return ok(digest(0))
        })
        const after = await withRequestId('asked-1', async () => {
          await bus.request('lobby.digest', {})
          return currentRequestId()
        })
        await bus.request('lobby.digest', {})
        expect(within).toEqual(['asked-1', undefined])
        expect(after).toBe('asked-1')
      })

      it('has failed under its own id where it has one', async () => {
        bus.respond('lobby.digest', async () => {
          throw new Error('on fire')
        })
        const answer = await withRequestId('asked-1', () => bus.request('lobby.digest', {}))
        expect(answer.msg).toContain('asked-1')
        expect(lines).toMatchObject([{ requestId: 'asked-1' }])
      })

      it('tells a bus’s own refusal from that of a responder', async () => {
        const nobody = await bus.request('lobby.digest', {})
        expect(isUnanswered(nobody)).toBe(true)
        // Whoever hands on that nobody answered has answered.
        bus.respond('lobby.digest', async () => nobody)
        const handedOn = await bus.request('lobby.digest', {})
        expect(handedOn).toEqual(nobody)
        expect(isUnanswered(handedOn)).toBe(false)
      })

      it('reaches one responder where there are several', async () => {
        const asked: string[] = []
        bus.respond('lobby.digest', async () => ok(digest(asked.push('first'))))
        bus.respond('lobby.digest', async () => ok(digest(asked.push('second'))))
        await bus.request('lobby.digest', {})
        await bus.request('lobby.digest', {})
        expect(asked).toHaveLength(2)
      })

      it('reaches the node it names, and nobody else', async () => {
        bus.respond('lobby.digest', async () => ok(digest(1)), { at: 'one' })
        bus.respond('lobby.digest', async () => ok(digest(2)), { at: 'two' })
        expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.unavailable)
        expect((await bus.request('lobby.digest', {}, { at: 'three' })).code).toBe(bodyCode.unavailable)
        for (const _ of [1, 2, 3])
          expect((await bus.request('lobby.digest', {}, { at: 'two' })).data?.at).toBe(2)
        bus.respond('lobby.digest', async () => ok(digest(3)))
        expect((await bus.request('lobby.digest', {})).data?.at).toBe(3)
        expect((await bus.request('lobby.digest', {}, { at: 'one' })).data?.at).toBe(1)
      })

      it('does not reach a node that has stopped answering, while another of its name is heard', async () => {
        const stop = bus.respond('lobby.digest', async () => ok(digest(1)), { at: 'one' })
        stop()
        expect((await bus.request('lobby.digest', {}, { at: 'one' })).code).toBe(bodyCode.unavailable)
        bus.respond('lobby.digest', async () => ok(digest(2)), { at: 'one' })
        expect((await bus.request('lobby.digest', {}, { at: 'one' })).data?.at).toBe(2)
      })

      it('gives each of many requests its own answer', async () => {
        bus.respond('chat.read', async ({ seq }) =>
          seq % 2 ? refuse(bodyCode.notFound, String(seq)) : ok(null),
        )
        const answers = await Promise.all(
          Array.from({ length: 1_000 }, (_, seq) => bus.request('chat.read', { playerId: 'player-1', seq })),
        )
        for (const [seq, { code, msg }] of answers.entries())
          expect([code, msg]).toEqual(seq % 2 ? [bodyCode.notFound, String(seq)] : [bodyCode.ok, 'ok'])
      })

      it('carries the whole of a large match', async () => {
        const state = largeMatch()
        const resume = {
          catchUp: { kind: 'snapshot' as const, state },
          hash: 'a'.repeat(64),
          seat: 1,
          private: false,
          outcomes: Array.from({ length: 200 }, (_, seq) => ({ commandId: commandId(seq), seq })),
        }
        bus.respond('match.resume', async () => ok(resume))
        const asked = { playerId: 'player-1', matchId: state.matchId, seq: null, unacknowledged: [] }
        expect((await bus.request('match.resume', asked)).data).toEqual(resume)
      })

      it('names nodes by any text', async () => {
        for (const at of oddTexts) {
          const stop = bus.respond('lobby.digest', async () => ok(digest(oddTexts.indexOf(at))), { at })
          expect([at, (await bus.request('lobby.digest', {}, { at })).data?.at]).toEqual([
            at,
            oddTexts.indexOf(at),
          ])
          stop()
          expect((await bus.request('lobby.digest', {}, { at })).code).toBe(bodyCode.unavailable)
        }
      })

      it('does not wait for other requests', async () => {
        const slow = signal()
        bus.respond('match.presence', async () => {
          await slow.done
          return ok(null)
        })
        bus.respond('lobby.digest', async () => ok(digest(0)))
        const waiting = bus.request('match.presence', presence)
        expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.ok)
        slow.settle()
        expect((await waiting).code).toBe(bodyCode.ok)
      })
    })

    describe('publish', () => {
      it('reaches those who listen to its key and those who listen to all, in order', async () => {
        const one = collect('edge.beat', 'one', 2)
        const all = collect('edge.beat', null, 4)
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
        const heard = collect('edge.beat', null, oddTexts.length + 1)
        const each = oddTexts.map((key) => collect('edge.beat', key, 1))
        for (const [at, key] of oddTexts.entries()) bus.publish('edge.beat', key, edgeBeat(at))
        bus.publish('edge.beat', null, edgeBeat(oddTexts.length))
        expect(await heard).toEqual([...oddTexts, null].map((key, at) => ({ at, key })))
        for (const [at, one] of each.entries()) expect(await one).toEqual([{ at, key: oddTexts[at] }])
      })

      it('carries the beat of a thousand matches', async () => {
        const beat = Array.from({ length: 1_000 }, (_, seq) => ({
          matchId: matchIdSchema.parse(commandId(seq)),
          seq,
          hash: 'a'.repeat(64),
        }))
        const { done, settle } = signal<typeof beat>()
        bus.subscribe('match.beat', '7', settle)
        bus.publish('match.beat', '7', beat)
        expect(await done).toEqual(beat)
      })

      it('keeps the order however many there are, also when a handler publishes', async () => {
        const all = collect('edge.beat', null, 201)
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

      it('harms nobody else when a handler throws or rejects', async () => {
        bus.subscribe('edge.beat', 'one', () => {
          throw new Error('thrown')
        })
        bus.subscribe('edge.beat', 'one', async () => {
          throw new Error('rejected')
        })
        const others = collect('edge.beat', 'one', 2)
        bus.publish('edge.beat', 'one', edgeBeat(1))
        bus.publish('edge.beat', 'one', edgeBeat(2))
        expect(await others).toHaveLength(2)
        await clock.advance(0)
        const messages = lines.map(({ err }) => JSON.stringify(err))
        expect(messages.filter((text) => text.includes('"thrown"'))).toHaveLength(2)
        expect(messages.filter((text) => text.includes('"rejected"'))).toHaveLength(2)
      })

      it('reaches nobody who has unsubscribed, and the others still', async () => {
        const heard: number[] = []
        const stop = bus.subscribe('edge.beat', 'one', ({ at }) => void heard.push(at))
        const first = collect('edge.beat', 'one', 1)
        const both = collect('edge.beat', 'one', 2)
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
        const heard = collect('edge.beat', 'one', 1)
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

    describe('close', () => {
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
        await clock.advance(natsDrainMs)
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
