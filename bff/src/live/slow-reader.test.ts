import { protocolVersion } from '@minefall/shared/contracts/live'
import type { GameEvent } from '@minefall/shared/game'
import { io } from 'socket.io-client'
import { expect, onTestFinished, test } from 'vitest'
import { deviceA, type EdgeUnderTest, edgeUnderTest } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { matchA, stateAt, turnEvent } from '../testing/scripted-platform.ts'
import { wireTo } from '../testing/wire.ts'

let edge: EdgeUnderTest

/** A batch of about 100 kB. */
const heavy = (seq: number): GameEvent[] =>
  Array.from({ length: 1 }, () => ({
    type: 'BoardBegun',
    v: 1,
    at: seq,
    board: 0,
    root: '00'.repeat(32),
    leaves: Array.from({ length: 1_500 }, () => '00'.repeat(32)),
  }))

const slowTab = async () => {
  edge.platform.seqs.set(matchA, 1)
  const wire = await wireTo(edge.bff.address)
  const slow = io(wire.address, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { protocol: protocolVersion, deviceId: deviceA, tab: '05'.repeat(8) },
  })
  onTestFinished(() => void slow.disconnect())
  const seen: string[] = []
  slow.onAny((name) => seen.push(name))
  await slow.emitWithAck('match.follow', { matchId: matchA, seq: null, unacknowledged: [] })
  return { wire, slow, seen }
}

const publish = (seq: number) => {
  edge.platform.seqs.set(matchA, seq)
  edge.bus.publish('match.events', matchA, { matchId: matchA, seq, events: heavy(seq), hash: `hash-${seq}` })
}

test('past the soft limit a reader gets no more events, and a snapshot once it has drained', async () => {
  edge = await edgeUnderTest({ LIVE_QUEUE_SOFT_BYTES: '200000', LIVE_QUEUE_HARD_BYTES: '100000000' })
  const { wire, slow, seen } = await slowTab()
  const quick = await edge.welcomed()
  await quick.ask('match.follow', { matchId: matchA, seq: null, unacknowledged: [] })
  wire.hold()
  const shed = () => edge.metric('minefall_live_shed_total')
  let seq = 1
  // The kernels on the way take some megabytes before anything is queued here.
  while ((await shed()) === 0 && seq < 1_000) publish(++seq)
  expect(await shed()).toBe(1)
  const shedAt = seq
  publish(++seq)
  publish(++seq)
  const snapshot = new Promise<{ state: { seq: number } }>((resolve) => slow.once('match.snapshot', resolve))
  await edge.clock.advance(500)
  expect(slow.connected).toBe(true)
  wire.release()
  await eventually(async () => {
    await edge.clock.advance(100)
    expect(seen).toContain('match.snapshot')
  })
  expect(await snapshot).toEqual({ state: stateAt(matchA, seq), hash: `hash-${seq}` })
  expect(seen.filter((name) => name === 'match.events').length).toBeLessThan(shedAt)
  edge.platform.commit(matchA, seq + 1)
  const next = await new Promise((resolve) => slow.once('match.events', resolve))
  expect(next).toEqual({ matchId: matchA, seq: seq + 1, events: [turnEvent(seq + 1)] })
  await eventually(() => expect(quick.got('match.events').at(-1)?.seq).toBe(seq + 1))
  expect(quick.got('match.events').map((message) => message.seq)).toEqual(
    Array.from({ length: seq }, (_, index) => index + 2),
  )
  expect(quick.got('match.snapshot')).toEqual([])
})

test('what is sent by different ways keeps its order, read at once or held up', async () => {
  edge = await edgeUnderTest({ LIVE_QUEUE_SOFT_BYTES: '50000000', LIVE_QUEUE_HARD_BYTES: '50000000' })
  const { wire, slow } = await slowTab()
  const heard: string[] = []
  // Events are written to the stream, the lobby's figures go through engine.io.
  await slow.emitWithAck('lobby.watch', {})
  slow.on('match.events', ({ seq }: { seq: number }) => heard.push(`events ${seq}`))
  slow.on('lobby.digest', ({ at }: { at: number }) => heard.push(`digest ${at}`))
  let last = 1
  const send = () => {
    publish(++last)
    edge.bus.publish('lobby.digest', null, { at: last, playing: 0, tables: [], wins: [], live: [] })
  }
  const queued = async () => {
    await edge.clock.advance(100)
    return edge.metric('minefall_live_queued_bytes_most')
  }
  for (let round = 0; round < 5; round++) send()
  await eventually(() => expect(heard).toHaveLength(10))
  wire.hold()
  while ((await queued()) < 1_000_000 && last < 1_000) send()
  expect(await queued()).toBeGreaterThan(1_000_000)
  for (let round = 0; round < 5; round++) send()
  wire.release()
  for (let round = 0; round < 5; round++) send()
  await eventually(() => expect(heard.at(-1)).toBe(`digest ${last}`))
  const sent = Array.from({ length: last - 1 }, (_, index) => [`events ${index + 2}`, `digest ${index + 2}`])
  expect(heard).toEqual(sent.flat())
})

test('past the hard limit it is closed as slow at once, and the seat is reported gone', async () => {
  edge = await edgeUnderTest({ LIVE_QUEUE_SOFT_BYTES: '50000000', LIVE_QUEUE_HARD_BYTES: '1000000' })
  edge.platform.seats.set(deviceA, 3)
  const { wire, slow, seen } = await slowTab()
  wire.hold()
  const closed = () => edge.metric('minefall_live_closes_total', '{code="slow"}')
  for (let seq = 2; (await closed()) === 0 && seq < 1_000; seq++) {
    publish(seq)
    await edge.clock.advance(100)
  }
  expect(await closed()).toBe(1)
  expect(await edge.metric('minefall_live_sockets')).toBe(0)
  await edge.clock.advance(1_000)
  expect(edge.platform.asked['match.presence'].at(-1)).toMatchObject({ presence: 'gone' })
  const over = new Promise<string>((resolve) => slow.once('disconnect', resolve))
  wire.release()
  expect(await over).toBe('transport close')
  expect(seen).not.toContain('close')
})
