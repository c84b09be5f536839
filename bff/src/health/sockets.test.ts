import { connectionsView } from '@minefall/shared/connections'
import { ok } from '@minefall/shared/contracts'
import type { ConnectionRow } from '@minefall/shared/contracts/desk'
import { protocolVersion } from '@minefall/shared/contracts/live'
import { silentLogger } from '@minefall/shared/node'
import { describe, expect, test } from 'vitest'
import { readBffSettings } from '../config.ts'
import { startBff } from '../index.ts'
import { deviceA, deviceB, type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { matchA, stateAt } from '../testing/scripted-platform.ts'
import { wireTo } from '../testing/wire.ts'

let edge: EdgeUnderTest

/** Someone who watches, as a desk's BFF does. */
const watching = async () => {
  edge = await edgeUnderTest()
  edge.platform.seqs.set(matchA, 9)
  edge.platform.seats.set(deviceA, 2)
  const view = connectionsView()
  edge.bus.subscribe('edge.rows', null, (rows) => {
    if (view.take(rows, edge.clock.now())) throw new Error('nothing gets lost here')
  })
  edge.bus.subscribe('edge.beat', null, ({ edge: from }) => view.beat(from, edge.clock.now()))
  /** Seconds pass at the BFF; the rows as they are then. */
  const look = async (seconds = 1): Promise<ConnectionRow[]> => {
    for (let n = 0; n < seconds; n++) {
      edge.bus.publish('edge.watch', null, { by: 'edge-2' })
      await edge.clock.advance(1_000)
      view.tick(edge.clock.now())
    }
    return [...view.rows()]
  }
  const rowOf = async (playerId: string, seconds = 1): Promise<ConnectionRow> => {
    const row = (await look(seconds)).find((one) => one.playerId === playerId)
    if (!row) throw new Error('no such row')
    return row
  }
  return { look, rowOf, view }
}

/** A welcomed tab behind a wire that a test holds. */
const wiredTab = async (): Promise<{ tab: Tab; wire: Awaited<ReturnType<typeof wireTo>> }> => {
  const wire = await wireTo(edge.bff.address)
  const tab = edge.tab({ url: wire.address })
  await tab.first('welcome')
  return { tab, wire }
}

describe('a player’s connection', () => {
  test('is a row from its welcome on: who, from where, and what it follows', async () => {
    const { rowOf } = await watching()
    const tab = edge.tab({
      auth: {
        protocol: protocolVersion,
        deviceId: deviceA,
        tab: '01'.repeat(8),
        locale: 'ko-KR',
        release: 'r7',
      },
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36' },
    })
    await tab.first('welcome')
    await tab.follow()
    const row = await rowOf(deviceA)
    expect(row).toMatchObject({
      ...{ edge: 'edge-test', name: 'Guest 1a1a', guest: true, state: 'live', transport: 'websocket' },
      ...{ device: 'Android, Chrome', locale: 'ko-KR', release: 'r7' },
      ...{ matches: [{ matchId: matchA, seat: 2 }], roundTripMs: null, lastClose: null },
    })
    expect(JSON.stringify(row)).not.toContain('01'.repeat(8))
  })

  test('tells what its client reports, and how far that is behind', async () => {
    const { rowOf } = await watching()
    const tab = await edge.welcomed()
    await tab.follow()
    const report = { roundTripMs: 80, jitterMs: 9, gaps: 1, resumes: 3, unacknowledged: 2 }
    await tab.ask('clock.ping', { sentAt: 1, ...report, seen: { matchId: matchA, seq: 4 } })
    expect(await rowOf(deviceA)).toMatchObject({
      ...{ roundTripMs: 80, jitterMs: 9, recent: [80], unacknowledged: 2, seqLag: 5 },
    })
    expect(await edge.metric('minefall_live_resumes_reported_total')).toBe(3)
    await tab.ask('clock.ping', { sentAt: 2, seen: { matchId: matchA, seq: 9 } })
    expect(await rowOf(deviceA)).toMatchObject({ jitterMs: 9, unacknowledged: 0, seqLag: 0 })
  })

  test('lags when its round trips are long', async () => {
    const { rowOf } = await watching()
    const tab = await edge.welcomed()
    await tab.ask('clock.ping', { sentAt: 1, roundTripMs: 401 })
    expect(await rowOf(deviceA)).toMatchObject({ state: 'lagging', cause: 'round-trip', roundTripMs: 401 })
    for (const roundTripMs of [50, 50, 50]) await tab.ask('clock.ping', { sentAt: 1, roundTripMs })
    expect(await rowOf(deviceA)).toMatchObject({ state: 'live', cause: null })
  })

  test('that is quiet at a match is asked, and is live when it answers', async () => {
    const { rowOf } = await watching()
    const tab = await edge.welcomed()
    await tab.ask('clock.ping', { sentAt: 1, seen: { matchId: matchA, seq: 9 } })
    expect(await rowOf(deviceA, 3)).toMatchObject({ state: 'live' })
    await eventually(async () => expect(await rowOf(deviceA)).toMatchObject({ recent: [expect.any(Number)] }))
  })

  test('whose answer comes after the clock was set back took no time, not less than none', async () => {
    const { rowOf } = await watching()
    const { tab, wire } = await wiredTab()
    await tab.ask('clock.ping', { sentAt: 1, seen: { matchId: matchA, seq: 9 } })
    wire.hold()
    await edge.clock.advance(3_000)
    await edge.clock.advance(-500)
    wire.release()
    // Behind the first the ping was heard, before the second its answer.
    for (const _ of [1, 2]) await tab.settled()
    expect(await rowOf(deviceA, 2)).toMatchObject({ recent: [0], roundTripMs: 0 })
  })

  test('whose network is cut is lost within five seconds, and live again when it is mended', async () => {
    const { rowOf } = await watching()
    const { tab, wire } = await wiredTab()
    await tab.ask('clock.ping', { sentAt: 1, seen: { matchId: matchA, seq: 9 } })
    expect(await rowOf(deviceA)).toMatchObject({ state: 'live' })
    wire.hold()
    const cutAt = edge.clock.now()
    const lost = await rowOf(deviceA, 4)
    expect(lost).toMatchObject({ state: 'lost', cause: 'silent' })
    expect(lost.stateSince - cutAt).toBeLessThan(5_000)
    wire.release()
    await eventually(async () => expect(await rowOf(deviceA)).toMatchObject({ state: 'live', cause: null }))
  })

  test('that comes back in the same tab keeps its row, and resumes until it follows what it followed', async () => {
    const { look, rowOf } = await watching()
    const before = await edge.welcomed({ tab: '02'.repeat(8) })
    await before.follow()
    const { id } = await rowOf(deviceA)
    before.socket.disconnect()
    await eventually(async () =>
      expect(await rowOf(deviceA)).toMatchObject({
        ...{ id, state: 'lost', cause: 'closed', lastClose: { code: 'network' } },
        matches: [{ matchId: matchA, seat: 2 }],
      }),
    )
    const after = await edge.welcomed({ tab: '02'.repeat(8) })
    expect(await rowOf(deviceA)).toMatchObject({
      ...{ id, state: 'resuming', cause: 'back', reconnectsLastHour: 1, lastClose: { code: 'network' } },
    })
    await after.follow(5)
    await after.settled()
    expect(await look()).toMatchObject([{ id, state: 'live' }])
  })

  test('that its tab replaces was replaced', async () => {
    const { look } = await watching()
    await edge.welcomed({ tab: '03'.repeat(8) })
    await edge.welcomed({ tab: '03'.repeat(8) })
    expect(await look()).toMatchObject([{ state: 'live', lastClose: { code: 'replaced' } }])
  })

  test('resumes while the platform is asked what it missed', async () => {
    const { rowOf } = await watching()
    let answer = () => {}
    edge.platform.script['match.resume'] = () =>
      new Promise((resolve) => {
        answer = () =>
          resolve(
            ok({
              catchUp: { kind: 'snapshot', state: stateAt(matchA, 9) },
              ...{ hash: 'hash-9', seat: 2, private: false, outcomes: [] },
            }),
          )
      })
    const tab = await edge.welcomed()
    const followed = tab.follow(3)
    await eventually(() => expect(edge.platform.asked['match.resume']).toHaveLength(1))
    expect(await rowOf(deviceA)).toMatchObject({ state: 'resuming', cause: 'catching-up' })
    answer()
    await followed
    expect(await rowOf(deviceA)).toMatchObject({ state: 'live' })
  })

  test('that staff end is reported kicked, and nothing of why; no one else’s is touched', async () => {
    const { rowOf } = await watching()
    const [ann, bea] = [await edge.welcomed(), await edge.welcomed({ deviceId: deviceB })]
    const { id } = await rowOf(deviceA)
    const kick = { id, playerId: deviceA, reason: 'a secret reason' }
    edge.bus.publish('edge.kick', 'edge-elsewhere', kick)
    edge.bus.publish('edge.kick', 'edge-test', { ...kick, id: '00'.repeat(8) })
    edge.bus.publish('edge.kick', 'edge-test', { ...kick, playerId: deviceB })
    await ann.settled()
    expect(ann.got('close')).toEqual([])
    edge.bus.publish('edge.kick', 'edge-test', kick)
    const { code, msg } = await ann.first('close')
    expect([code, msg]).toEqual(['kicked', 'support ended this connection'])
    await ann.gone
    expect(await rowOf(deviceA)).toMatchObject({
      state: 'lost',
      cause: 'closed',
      lastClose: { code: 'kicked' },
    })
    expect(await rowOf(deviceB)).toMatchObject({ state: 'live' })
    expect(bea.socket.connected).toBe(true)
    expect(await edge.metric('minefall_connection_kicks_total')).toBe(1)
    expect(JSON.stringify(ann.inbox)).not.toContain('secret')
  })
})

test('a BFF that dies has its rows lost, and what comes back at another is one row again', async () => {
  const { look, rowOf, view } = await watching()
  const other = await startBff({
    settings: readBffSettings({ PORT: '0', HOST: '127.0.0.1', EDGE_ID: 'edge-2' }),
    ...{ bus: edge.bus, clock: edge.clock, log: silentLogger() },
  })
  await edge.welcomed()
  const moving = { protocol: protocolVersion, deviceId: deviceB, tab: '04'.repeat(8) }
  await edge.tab({ url: other.address, auth: moving }).first('welcome')
  expect(await rowOf(deviceB)).toMatchObject({ edge: 'edge-2', state: 'live' })
  expect(view.nodes()).toEqual([
    { edge: 'edge-2', reports: true },
    { edge: 'edge-test', reports: true },
  ])
  await other.close()
  expect(await rowOf(deviceB, 4)).toMatchObject({
    ...{ edge: 'edge-2', state: 'lost', cause: 'node', lastClose: { code: 'server' } },
  })
  expect(await rowOf(deviceA)).toMatchObject({ edge: 'edge-test' })
  expect(view.nodes().map(({ reports }) => reports)).toEqual([false, true])
  await edge.tab({ auth: moving }).first('welcome')
  const rows = await look()
  expect(rows.map((row) => [row.playerId, row.edge])).toEqual([
    [deviceA, 'edge-test'],
    [deviceB, 'edge-test'],
  ])
})

test('a platform that does not answer keeps no BFF from stopping', async () => {
  edge = await edgeUnderTest()
  edge.platform.script['health.record'] = () => new Promise(() => {})
  await edge.welcomed()
  const closed = edge.bff.close()
  await eventually(async () => {
    await edge.clock.advance(500)
    expect(edge.platform.asked['health.record']).toHaveLength(1)
  })
  await edge.clock.advance(2_000)
  await closed
})

test('the platform is reported every five seconds, also by no one’s watch, and what is left at the end', async () => {
  edge = await edgeUnderTest()
  const tab = await edge.welcomed()
  await edge.clock.advance(5_000)
  const asked = edge.platform.asked['health.record']
  expect(asked).toMatchObject([
    {
      edge: 'edge-test',
      events: [{ playerId: deviceA, kind: 'connected', detail: { again: false } }],
      totals: [{ live: 1, lost: 0 }],
    },
  ])
  tab.socket.disconnect()
  await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(0))
  await edge.bff.close()
  expect(asked[1]).toMatchObject({ events: [{ playerId: deviceA, kind: 'closed', code: 'network' }] })
  expect(await edge.clock.advance(60_000)).toBeUndefined()
  expect(asked).toHaveLength(2)
})
