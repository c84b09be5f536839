import { bodyCode, refuse } from '@minefall/shared/contracts'
import { decodeMove } from '@minefall/shared/contracts/live'
import { describe, expect, test } from 'vitest'
import { type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { matchA, matchB, moveEvents, turnEvent } from '../testing/scripted-platform.ts'

let edge: EdgeUnderTest

const upTo = (tab: Tab, last: number) =>
  eventually(() => expect(tab.got('match.events').at(-1)?.seq).toBe(last))

test('an ordinary move comes packed, to all alike, on the channel that the answer told', async () => {
  edge = await edgeUnderTest()
  edge.platform.seqs.set(matchA, 5)
  edge.platform.seqs.set(matchB, 5)
  const tabs = [await edge.welcomed(), await edge.welcomed()]
  const [a, alsoA, b] = [
    ...(await Promise.all(tabs.map((tab) => tab.follow(5)))),
    await (tabs[0] ?? (await edge.welcomed())).follow(5, matchB),
  ].map(({ data }) => data?.channel)
  expect(alsoA).toBe(a)
  expect(b).not.toBe(a)
  edge.bus.publish('match.events', matchA, { matchId: matchA, seq: 6, events: moveEvents(6), hash: '' })
  edge.bus.publish('match.events', matchA, { matchId: matchA, seq: 8, events: [turnEvent(8)], hash: '' })
  for (const tab of tabs) {
    const [packed] = [await tab.first('m'), await tab.first('match.events')]
    expect(decodeMove(packed)).toEqual({ channel: a, seq: 6, events: moveEvents(6) })
    expect(tab.inbox.map(({ name }) => name).slice(1)).toEqual(['m', 'match.events'])
  }
  expect(new Set(tabs.flatMap((tab) => tab.got('m'))).size).toBe(1)
})

describe('the answer to a heartbeat', () => {
  const heartbeat = async (tab: Tab, seq: number) => {
    const { data } = await tab.ask('clock.ping', { sentAt: 1, seen: { matchId: matchA, seq } })
    return data?.match
  }
  const beat = (seq: number) =>
    edge.bus.publish('match.beat', '7', [
      { matchId: matchA, seq, hash: edge.platform.hashAt(seq) },
      { matchId: matchB, seq: 9, hash: 'other' },
    ])

  test('tells how the match stands that is followed, and nothing of others', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    expect(await heartbeat(tab, 1)).toBeUndefined()
    await tab.follow()
    expect(await heartbeat(tab, 1)).toEqual({ matchId: matchA, seq: 1, hash: 'hash-1' })
    edge.platform.commit(matchA, 2)
    await upTo(tab, 2)
    expect(await heartbeat(tab, 1)).toEqual({ matchId: matchA, seq: 2, hash: 'hash-2' })
    expect((await tab.ask('clock.ping', { sentAt: 1 })).data).not.toHaveProperty('match')
    await tab.ask('match.unfollow', { matchId: matchA })
    expect(await heartbeat(tab, 2)).toBeUndefined()
  })

  test('tells nothing while less was delivered than the owner told of', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    await tab.follow()
    edge.platform.commit(matchA, 2, 'lost')
    beat(2)
    expect(await heartbeat(tab, 1)).toBeUndefined()
    await edge.clock.advance(150)
    await upTo(tab, 2)
    expect(await heartbeat(tab, 2)).toEqual({ matchId: matchA, seq: 2, hash: 'hash-2' })
  })

  test('tells nothing when the owner has not been heard of for 5 s', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    await tab.follow()
    edge.platform.script['match.resume'] = async () => refuse(bodyCode.unavailable, 'later')
    await edge.clock.advance(5_000)
    expect(await heartbeat(tab, 1)).toEqual({ matchId: matchA, seq: 1, hash: 'hash-1', watchers: 1 })
    await edge.clock.advance(100)
    expect(await heartbeat(tab, 1)).toBeUndefined()
    beat(1)
    expect(await heartbeat(tab, 1)).toEqual({ matchId: matchA, seq: 1, hash: 'hash-1', watchers: 1 })
  })
})
