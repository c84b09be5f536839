import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import type { GameEvent } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { type EdgeUnderTest, edgeUnderTest } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { matchA, stateAt, turnEvents } from '../testing/scripted-platform.ts'

const voided = (at: number): GameEvent => ({
  type: 'Voided',
  v: 1,
  at,
  reason: 'interrupted',
  payouts: [],
  serverSeed: '5e'.repeat(32),
})

describe('a followed match of which nothing is heard', () => {
  let edge: EdgeUnderTest

  const followed = async (seq: number, sockets: number) => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, seq)
    const tabs = await Promise.all(Array.from({ length: sockets }, () => edge.welcomed()))
    for (const tab of tabs) await tab.follow(seq)
    edge.platform.asked['match.resume'].length = 0
    return tabs
  }

  test('is asked about once for all; what got lost comes as events', async () => {
    const tabs = await followed(4, 3)
    edge.platform.commit(matchA, 6, 'lost')
    await edge.clock.advance(2_500)
    expect(edge.platform.asked['match.resume']).toEqual([])
    await edge.clock.advance(1_000)
    for (const tab of tabs) {
      expect(await tab.first('match.events')).toEqual({ matchId: matchA, seq: 5, events: turnEvents(5, 6) })
      await tab.settled()
      expect(tab.inbox.map(({ name }) => name)).toEqual(['welcome', 'match.events'])
    }
    expect(edge.platform.asked['match.resume']).toHaveLength(1)
    expect(await edge.metric('minefall_live_repairs_total')).toBe(1)
  })

  test('is asked about again and again, and nothing is reported when nothing got lost', async () => {
    const [tab] = await followed(4, 1)
    if (!tab) throw new Error('one tab was asked for')
    for (const asked of [1, 2, 3]) {
      await edge.clock.advance(3_500)
      await eventually(() => expect(edge.platform.asked['match.resume']).toHaveLength(asked))
    }
    await tab.settled()
    expect(tab.inbox.map(({ name }) => name)).toEqual(['welcome'])
    expect(await edge.metric('minefall_live_repairs_total')).toBe(0)
  })

  test('is asked about until the platform answers', async () => {
    const [tab] = await followed(4, 1)
    const original = edge.platform.script['match.resume']
    edge.platform.script['match.resume'] = async () => refuse(bodyCode.unavailable, 'later')
    edge.platform.commit(matchA, 5, 'lost')
    await edge.clock.advance(10_000)
    edge.platform.script['match.resume'] = original
    await edge.clock.advance(3_500)
    expect((await tab?.first('match.events'))?.events).toEqual(turnEvents(5, 5))
  })

  test('is left alone while the platform tells of it', async () => {
    await followed(4, 1)
    for (let second = 0; second < 10; second++) {
      await edge.clock.advance(1_000)
      edge.bus.publish('match.beat', '7', [{ matchId: matchA, seq: 4, hash: 'hash-4' }])
    }
    expect(edge.platform.asked['match.resume']).toEqual([])
  })

  test('is left alone once all of it was reported', async () => {
    await followed(4, 1)
    edge.bus.publish('match.events', matchA, { matchId: matchA, seq: 5, events: [voided(5)], hash: '' })
    await edge.clock.advance(60_000)
    expect(edge.platform.asked['match.resume']).toEqual([])
  })

  /** The platform has voided the match with event 5, and told no one. */
  const endUnheard = () => {
    const result = {
      outcome: 'voided',
      reason: 'interrupted',
      payouts: [],
      rake: '0',
      serverSeed: '5e'.repeat(32),
      at: 5,
    } as const
    edge.platform.script['match.resume'] = async ({ seq }) =>
      ok({
        catchUp:
          seq === null
            ? { kind: 'snapshot', state: { ...stateAt(matchA, 5), phase: 'voided', result } }
            : { kind: 'events', from: seq, events: [...turnEvents(seq + 1, 4), voided(5)].slice(0, 5 - seq) },
        hash: 'hash-5',
        seat: null,
        private: false,
        outcomes: [],
      })
  }

  test('is asked about although another heard of its end', async () => {
    const [tab, late] = await followed(4, 2)
    if (!tab || !late) throw new Error('two tabs were asked for')
    await late.ask('match.unfollow', { matchId: matchA })
    endUnheard()
    expect((await late.follow()).data?.catchUp.kind).toBe('snapshot')
    await late.ask('match.unfollow', { matchId: matchA })
    await edge.clock.advance(3_500)
    expect(await tab.first('match.events')).toEqual({ matchId: matchA, seq: 5, events: [voided(5)] })
  })

  test('is asked about once when it was over before it was followed', async () => {
    edge = await edgeUnderTest()
    endUnheard()
    const tab = await edge.welcomed()
    expect((await tab.follow(5)).data?.catchUp).toEqual({ kind: 'events', from: 5, events: [] })
    await edge.clock.advance(60_000)
    expect(edge.platform.asked['match.resume'].map(({ seq }) => seq)).toEqual([5, 4])
  })
})
