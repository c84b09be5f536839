import type { GameEvent } from '@minefall/shared/game'
import { shardOfMatch } from '@minefall/shared/shards'
import { manualClock } from '@minefall/shared/testing'
import { Gauge, Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { firstNode } from '../testing/scripted-nodes.ts'
import { matchA, matchB } from '../testing/scripted-platform.ts'
import { announcePauses } from './pauses.ts'

let edge: EdgeUnderTest

const [shardA, shardB] = [shardOfMatch(matchA), shardOfMatch(matchB)]

/** What each tab has heard so far of whether play is paused. */
const told = async (...tabs: Tab[]) => {
  for (const tab of tabs) await tab.settled()
  return tabs.map((tab) => tab.got('paused').map(({ paused }) => paused))
}

/** One tab at each of two matches, and one at none. */
const three = async (): Promise<[Tab, Tab, Tab]> => {
  edge = await edgeUnderTest()
  edge.platform.seqs.set(matchA, 1).set(matchB, 1)
  const tabs: [Tab, Tab, Tab] = [await edge.welcomed(), await edge.welcomed(), await edge.welcomed()]
  await tabs[0].follow(null, matchA)
  await tabs[1].follow(null, matchB)
  return tabs
}

describe('that play is paused is reported', () => {
  test('to those whose match has an owner that is silent, once; and that it goes on, once', async () => {
    const tabs = await three()
    edge.platform.nodes.take('platform-2', [shardB])
    await edge.clock.advance(0)
    edge.platform.nodes.freeze(firstNode)
    await edge.clock.advance(700)
    expect(await told(...tabs)).toEqual([[], [], []])
    await edge.clock.advance(100)
    expect(await told(...tabs)).toEqual([[true], [], []])
    expect(await edge.metric('minefall_live_sockets_paused')).toBe(1)
    await edge.clock.advance(5_000)
    edge.platform.nodes.take('platform-2', [shardA])
    await edge.clock.advance(100)
    expect(await told(...tabs)).toEqual([[true, false], [], []])
    expect(await edge.metric('minefall_live_sockets_paused')).toBe(0)
    await edge.clock.advance(5_000)
    expect(await told(...tabs)).toEqual([[true, false], [], []])
  })

  test('not while a hand-over takes what one may', async () => {
    const tabs = await three()
    edge.platform.nodes.layDown([shardA, shardB])
    await edge.clock.advance(600)
    edge.platform.nodes.take('platform-2', [shardA, shardB])
    await edge.clock.advance(2_000)
    expect(await told(...tabs)).toEqual([[], [], []])
  })

  test('when a match is no one’s for longer', async () => {
    const tabs = await three()
    edge.platform.nodes.layDown([shardA])
    await edge.clock.advance(900)
    expect(await told(...tabs)).toEqual([[true], [], []])
    edge.platform.nodes.take('platform-2', [shardA])
    await edge.clock.advance(100)
    expect(await told(...tabs)).toEqual([[true, false], [], []])
    // The next time it is no one's counts from then.
    edge.platform.nodes.layDown([shardA])
    await edge.clock.advance(600)
    edge.platform.nodes.take('platform-2', [shardA])
    await edge.clock.advance(1_000)
    expect(await told(...tabs)).toEqual([[true, false], [], []])
  })

  test('as soon as an owner says that its database is away', async () => {
    const tabs = await three()
    edge.platform.nodes.storage(false)
    await edge.clock.advance(100)
    expect(await told(...tabs)).toEqual([[true], [true], []])
    edge.platform.nodes.storage(true)
    await edge.clock.advance(100)
    expect(await told(...tabs)).toEqual([[true, false], [true, false], []])
  })

  test('to everyone while the bus is away', async () => {
    const tabs = await three()
    edge.line.cut()
    await edge.clock.advance(700)
    expect(await told(...tabs)).toEqual([[], [], []])
    await edge.clock.advance(200)
    expect(await told(...tabs)).toEqual([[true], [true], [true]])
    edge.line.mend()
    await edge.clock.advance(300)
    expect(await told(...tabs)).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ])
  })

  test('to anyone who follows such a match only then, and not of one that is over', async () => {
    const tabs = await three()
    const settledEvent: GameEvent = {
      ...{ type: 'Voided', v: 1, at: 2, reason: 'interrupted', payouts: [] },
      serverSeed: '5e'.repeat(32),
    }
    edge.bus.publish('match.events', matchA, { matchId: matchA, seq: 2, events: [settledEvent], hash: '' })
    await tabs[0].first('match.events')
    edge.platform.nodes.storage(false)
    await edge.clock.advance(100)
    expect(await told(...tabs)).toEqual([[], [true], []])
    await tabs[2].follow(null, matchB)
    await edge.clock.advance(100)
    expect(await told(...tabs)).toEqual([[], [true], [true]])
    await tabs[2].ask('match.unfollow', { matchId: matchB })
    await edge.clock.advance(100)
    expect(await told(...tabs)).toEqual([[], [true], [true, false]])
  })
})

test('a busy process pauses no one for what it has not read yet, and tells those who are paused that play goes on', async () => {
  const manual = manualClock()
  let stalled = 0
  const clock = { now: () => manual.now() + stalled, after: manual.after }
  const nodes = { owner: { node: 'one', epoch: 1 }, silentMs: 0 }
  const heard: string[] = []
  const follower = {
    outbox: { send: ({ text }: { text: string }) => void heard.push(text) },
    follows: new Map([[matchA, null]]),
  }
  const stop = announcePauses({
    bus: { isConnected: () => true },
    owners: { ownerOf: () => nodes.owner, heard: () => null, silentFor: () => nodes.silentMs },
    clock,
    connections: [follower],
    isGoingOn: () => true,
    paused: new Gauge({ name: 'paused', help: 'paused', registers: [new Registry()] }),
  })
  const look = async (stallMs: number) => {
    stalled += stallMs
    await manual.advance(100)
    return heard.splice(0)
  }
  nodes.silentMs = 5_000
  expect(await look(500)).toEqual([])
  expect(await look(500)).toEqual([])
  expect(await look(0)).toEqual([expect.stringContaining('"paused":true')])
  expect(await look(500)).toEqual([])
  nodes.silentMs = 0
  expect(await look(500)).toEqual([expect.stringContaining('"paused":false')])
  stop()
})
