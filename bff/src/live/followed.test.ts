import { decodeMove } from '@minefall/shared/contracts'
import { afterEach, expect, test } from 'vitest'
import { type EdgeUnderTest, edgeUnderTest, follow, settled, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { matchA, matchB, moveEvents, turnEvent } from '../testing/scripted-platform.ts'

let edge: EdgeUnderTest
afterEach(() => edge.stop())

const upTo = (tab: Tab, last: number) =>
  eventually(() => expect(tab.got('match.events').at(-1)?.seq).toBe(last))

test('an ordinary move comes packed, to all alike, on the channel that the answer told', async () => {
  edge = await edgeUnderTest()
  edge.platform.seqs.set(matchA, 5)
  edge.platform.seqs.set(matchB, 5)
  const tabs = [await edge.welcomed(), await edge.welcomed()]
  const [a, alsoA, b] = [
    ...(await Promise.all(tabs.map((tab) => follow(tab, 5)))),
    await follow(tabs[0] ?? (await edge.welcomed()), 5, matchB),
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

test('a beat shows what got lost last; it is passed on only when all of it was', async () => {
  edge = await edgeUnderTest()
  const { platform, clock, bus } = edge
  platform.seqs.set(matchA, 1)
  const tab = await edge.welcomed()
  await follow(tab)
  const beat = (seq: number) =>
    bus.publish('match.beat', '7', [
      { matchId: matchA, seq, hash: platform.hashAt(seq) },
      { matchId: matchB, seq: 9, hash: 'other' },
    ])
  beat(1)
  expect(await tab.first('match.beat')).toEqual({ matchId: matchA, seq: 1, hash: 'hash-1' })
  platform.commit(matchA, 2, 'lost')
  beat(2)
  await settled(tab)
  await clock.advance(150)
  await upTo(tab, 2)
  // The first is spared who was told events since the last one.
  beat(2)
  beat(2)
  await settled(tab)
  expect(tab.got('match.beat').map(({ seq }) => seq)).toEqual([1, 2])
})

test('while events are told four of five beats are not', async () => {
  edge = await edgeUnderTest()
  const { platform, bus } = edge
  platform.seqs.set(matchA, 1)
  const tab = await edge.welcomed()
  await follow(tab)
  for (let seq = 2; seq <= 12; seq++) {
    platform.commit(matchA, seq)
    bus.publish('match.beat', '7', [{ matchId: matchA, seq, hash: platform.hashAt(seq) }])
  }
  await upTo(tab, 12)
  expect(tab.got('match.beat').map(({ seq }) => seq)).toEqual([6, 11])
})
