import { connectionsView } from '@minefall/shared/connections'
import { describe, expect, test } from 'vitest'
import { deviceA, deviceB, type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { matchA, turnEvents } from '../testing/scripted-platform.ts'
import { wireTo } from '../testing/wire.ts'

const tabId = '01'.repeat(8)

/** Two BFFs before one platform, where device A has a seat in match A. */
const two = async (env = {}): Promise<{ one: EdgeUnderTest; other: EdgeUnderTest }> => {
  const one = await edgeUnderTest({ EDGE_ID: 'edge-1', ...env })
  const other = await edgeUnderTest({ EDGE_ID: 'edge-2' }, one)
  one.platform.seqs.set(matchA, 4)
  one.platform.seats.set(deviceA, 2)
  return { one, other }
}
const presenceTold = ({ platform }: EdgeUnderTest) =>
  platform.asked['match.presence'].map(({ edge, presence }) => [edge, presence])
const sockets = (edge: EdgeUnderTest) => edge.metric('minefall_live_sockets')

describe('a tab that comes back at another BFF', () => {
  test('leaves no dead connection behind, and one row', async () => {
    const { one, other } = await two()
    const wire = await wireTo(one.bff.address)
    const cut = one.tab({ tab: tabId, url: wire.address })
    await cut.first('welcome')
    await cut.follow(4)
    const view = connectionsView()
    one.bus.subscribe('edge.rows', null, (rows) => void view.take(rows, one.clock.now()))
    const look = async () => {
      one.bus.publish('edge.watch', null, { by: 'edge-3' })
      await one.clock.advance(1_000)
      return [...view.rows()].map(({ edge, state }) => [edge, state])
    }
    expect(await look()).toEqual([['edge-1', 'live']])
    wire.hold()
    await one.clock.advance(100)
    const back = await other.welcomed({ tab: tabId })
    await back.follow(4)
    await back.settled()
    expect(await look()).toHaveLength(2)
    await look()
    await look()
    await eventually(async () => expect(await sockets(one)).toBe(0))
    expect(await look()).toEqual([['edge-2', 'live']])
    // What the first BFF says of a seat that it has no more is for the platform to judge: another told of it since.
    expect(presenceTold(one)).toEqual([
      ['edge-1', 'here'],
      ['edge-2', 'here'],
      ['edge-1', 'gone'],
    ])
    expect(back.got('close')).toEqual([])
  })

  test('keeps both for as long as both live', async () => {
    const { one, other } = await two()
    const before = await one.welcomed({ tab: tabId })
    await one.clock.advance(100)
    await other.welcomed({ tab: tabId })
    await before.settled()
    await one.clock.advance(10_000)
    expect((await before.ask('lobby.unwatch', {})).code).toBe(200)
    expect(before.got('close')).toEqual([])
  })

  test('says nothing of other tabs and players', async () => {
    const { one, other } = await two()
    const wire = await wireTo(one.bff.address)
    const held = one.tab({ tab: tabId, url: wire.address })
    await held.first('welcome')
    wire.hold()
    await one.clock.advance(100)
    await other.welcomed({ tab: '02'.repeat(8) })
    await other.welcomed({ tab: tabId, deviceId: deviceB })
    await one.clock.advance(3_500)
    expect(await sockets(one)).toBe(1)
  })
})

describe('a seat that two BFFs know', () => {
  const gone = { matchId: matchA, seats: ['here', 'here', 'gone'] as ('here' | 'gone')[] }

  test('is reported again by the one that holds it when the other said that it is gone', async () => {
    const { one, other } = await two()
    const stays = await one.welcomed()
    const leaves = await other.welcomed()
    for (const tab of [stays, leaves]) await tab.follow(4)
    leaves.socket.disconnect()
    await eventually(async () => expect(await sockets(other)).toBe(0))
    await one.clock.advance(1_000)
    one.bus.publish('match.presence', matchA, gone)
    await one.clock.advance(0)
    expect(presenceTold(one)).toEqual([
      ['edge-1', 'here'],
      ['edge-2', 'here'],
      ['edge-2', 'gone'],
      ['edge-1', 'here'],
    ])
  })

  test('is not, when it is gone, weak, or someone else’s', async () => {
    const { one } = await two()
    const tab = await one.welcomed()
    const watcher = await one.welcomed({ deviceId: deviceB })
    for (const each of [tab, watcher]) await each.follow(4)
    one.bus.publish('match.presence', matchA, { matchId: matchA, seats: ['gone', 'gone', 'weak'] })
    await one.clock.advance(0)
    tab.socket.disconnect()
    await eventually(async () => expect(await sockets(one)).toBe(1))
    one.bus.publish('match.presence', matchA, gone)
    await one.clock.advance(1_000)
    one.bus.publish('match.presence', matchA, gone)
    await one.clock.advance(5_000)
    expect(presenceTold(one)).toEqual([
      ['edge-1', 'here'],
      ['edge-1', 'gone'],
    ])
  })
})

describe('a drain', () => {
  /** The numbers of the events a tab was sent, checked to be those events. */
  const seqs = (tab: Tab): number[] =>
    tab.got('match.events').flatMap(({ seq, events }) => {
      expect(events).toEqual(turnEvents(seq, seq + events.length - 1))
      return events.map((_, index) => seq + index)
    })

  test('moves a player to another BFF without an event lost, and with the first socket open until the second has all', async () => {
    const { one, other } = await two({ DRAIN_MS: '4000' })
    const { platform, clock } = one
    const first = await one.welcomed({ tab: tabId })
    await first.follow(4)
    platform.commit(matchA, 5)
    await eventually(() => expect(seqs(first)).toEqual([5]))
    const drained = one.bff.drain()
    await clock.advance(500)
    await first.first('drain')
    platform.commit(matchA, 6)
    const second = await other.welcomed({ tab: tabId })
    platform.commit(matchA, 7)
    await eventually(() => expect(seqs(first)).toEqual([5, 6, 7]))
    const answer = await second.follow(seqs(first).at(-1) ?? null)
    expect(answer.data).toMatchObject({ catchUp: { kind: 'events', from: 7, events: [] }, seat: 2 })
    platform.commit(matchA, 8)
    await eventually(() => expect(seqs(first)).toEqual([5, 6, 7, 8]))
    await eventually(() => expect(seqs(second)).toEqual([8]))
    expect(first.got('close')).toEqual([])
    first.socket.disconnect()
    await eventually(async () => expect(await sockets(one)).toBe(0))
    await clock.advance(50)
    await drained
    await clock.advance(1_000)
    platform.commit(matchA, 9)
    await eventually(() => expect(seqs(second)).toEqual([8, 9]))
    expect(presenceTold(one)).toEqual([
      ['edge-1', 'here'],
      ['edge-2', 'here'],
      ['edge-1', 'gone'],
    ])
  })

  test('sends away who comes while the other BFF takes them', async () => {
    const { one, other } = await two({ DRAIN_MS: '4000' })
    await one.welcomed()
    const drained = one.bff.drain()
    await one.clock.advance(500)
    expect((await one.tab().first('close')).code).toBe('drain')
    await other.welcomed()
    await one.clock.advance(4_000)
    await drained
  })
})
