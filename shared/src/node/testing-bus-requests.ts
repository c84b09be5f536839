import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BusRequest } from '../contracts/bus/index.ts'
import { bodyCode, ok, refuse } from '../contracts/index.ts'
import type { Digest } from '../contracts/live/index.ts'
import { catalogue } from '../game/catalogue.ts'
import { readyMatch } from '../game/simulation.ts'
import { matchIdSchema } from '../rules/index.ts'
import { type ManualClock, seededRandom } from '../testing/index.ts'
import type { Bus } from './bus.ts'
import { isUnanswered } from './bus.ts'
import { deadlineStepMs } from './deadlines.ts'
import { currentRequestId, withRequestId } from './request-context.ts'
import { digest, idOf, type OpenBus, oddTexts, openForTest, signal } from './testing-bus.ts'

const presence: BusRequest<'match.presence'> = {
  playerId: 'player-1',
  edge: 'edge-1',
  matchId: matchIdSchema.parse('a'.repeat(32)),
  presence: 'here',
}

const largeMatch = () => {
  const [table, ...tables] = catalogue
  if (!table) throw new Error('no table')
  const largest = tables.reduce((large, other) => (other.seats > large.seats ? other : large), table)
  return readyMatch(largest, seededRandom(1))
}

/** How every implementation of the bus port must ask and answer. For tests alone. */
export const busRequestsSuite = (open: OpenBus): void => {
  describe('request', () => {
    let bus: Bus
    let clock: ManualClock
    let lines: Record<string, unknown>[]

    beforeEach(async () => {
      ;({ bus, clock, lines } = await openForTest(open))
    })
    afterEach(() => bus.close())

    it('gets the answer of the one who responds, refusals and all', async () => {
      bus.respond('lobby.digest', async () => ok(digest(7)))
      bus.respond('match.presence', async () => ({
        code: bodyCode.notSeated,
        msg: 'not seated',
        data: null,
      }))
      expect(await bus.request('lobby.digest', {})).toEqual({ code: 200, msg: 'ok', data: digest(7) })
      expect((await bus.request('match.presence', presence)).code).toBe(bodyCode.notSeated)
    })

    it('takes an answer by callback, once and never inside the call', async () => {
      bus.answer('lobby.digest', (_, reply) => {
        reply(ok(digest(1)))
        reply(ok(digest(2)))
      })
      const answers: (number | string | undefined)[] = []
      const { done, settle } = signal()
      bus.ask('lobby.digest', {}, ({ data }) => answers.push(data?.at), { timeoutMs: 100 })
      bus.ask('node.probe', {}, ({ code }) => answers.push(`probe ${code}`), { at: 'no-one' })
      bus.ask('lobby.digest', {}, ({ data }) => settle(void answers.push(data?.at)), { timeoutMs: 100 })
      expect(answers).toEqual([])
      await done
      await clock.advance(100)
      expect([...answers].sort()).toEqual([1, 1, 'probe 1503'])
    })

    it('harms no one else when what takes an answer throws', async () => {
      bus.respond('lobby.digest', async () => ok(digest(1)))
      bus.ask('lobby.digest', {}, () => {
        throw new Error('thrown')
      })
      expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.ok)
      expect(lines).toMatchObject([{ request: 'lobby.digest', err: { message: 'thrown' } }])
    })

    it('gets 1500 when a handler of callbacks throws or rejects', async () => {
      bus.answer('lobby.digest', () => {
        throw new Error('thrown')
      })
      bus.answer('desk.counts', async () => {
        throw new Error('rejected')
      })
      for (const name of ['lobby.digest', 'desk.counts'] as const)
        expect((await bus.request(name, {})).code).toBe(bodyCode.ourFault)
      expect(lines.map(({ err }) => err)).toMatchObject([{ message: 'thrown' }, { message: 'rejected' }])
    })

    it('gets 1503 when no one responds, or no one does any more', async () => {
      expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.unavailable)
      const stop = bus.respond('lobby.digest', async () => ok(digest(0)))
      expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.ok)
      stop()
      expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.unavailable)
    })

    it('gets 1504 when the answer is late, and nothing of the late one', async () => {
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
      await clock.advance(deadlineStepMs)
      expect(clock.pending()).toBe(0)
    })

    it('gets 1500 with a request id when the handler throws, and the log has the cause', async () => {
      bus.respond('lobby.digest', async () => {
        throw new Error('the table is on fire')
      })
      const answer = await bus.request('lobby.digest', {})
      expect(answer).toMatchObject({ code: bodyCode.ourFault, data: null })
      expect(answer.msg).toContain('request-1')
      expect(answer.msg).not.toContain('fire')
      expect(lines).toMatchObject([{ requestId: 'request-1', err: { message: 'the table is on fire' } }])
    })

    it('gets 1500 when the handler throws before it makes a promise', async () => {
      bus.respond('lobby.digest', () => {
        throw new Error('at once')
      })
      expect((await bus.request('lobby.digest', {})).code).toBe(bodyCode.ourFault)
    })

    it('gets 1001 with the field when the payload has not the right shape', async () => {
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
      const noOne = await bus.request('lobby.digest', {})
      expect(isUnanswered(noOne)).toBe(true)
      // Anyone who hands on that no one answered has answered.
      bus.respond('lobby.digest', async () => noOne)
      const handedOn = await bus.request('lobby.digest', {})
      expect(handedOn).toEqual(noOne)
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

    it('reaches the node it names, and no one else', async () => {
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
        outcomes: Array.from({ length: 200 }, (_, seq) => ({ commandId: idOf(seq), seq })),
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
}
