import type { BusEvent } from '@minefall/shared/contracts/bus'
import { noTotals, rowId, rowOf } from '@minefall/shared/testing'
import { describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { wireTo } from '../testing/wire.ts'
import { type Desk, type DeskUnderTest, deskUnderTest, settled } from './testing.ts'

let at: DeskUnderTest

type Told = Partial<BusEvent<'edge.rows'>>

/** Another BFF, which tells rows as instructed. */
const otherEdge = (name = 'edge-other') => {
  let version = 0
  const tell = (rows: BusEvent<'edge.rows'>['rows'], given: Told = {}) =>
    at.bus.publish('edge.rows', name, {
      ...{ edge: name, version: ++version, whole: version === 1, part: 1, parts: 1 },
      ...{ rows, gone: [], totals: noTotals, ...given },
    })
  return { tell, beat: () => at.bus.publish('edge.beat', name, { edge: name, at: at.clock.now() }) }
}

/** What a desk makes of what it heard. */
const shownBy = (desk: Desk) => {
  const shown = new Map<string, { name: string; state: string }>()
  for (const { reset, rows, gone } of desk.got('connections.rows')) {
    if (reset) shown.clear()
    for (const { id, name, state } of rows) shown.set(id, { name, state })
    for (const id of gone) shown.delete(id)
  }
  return shown
}
const namesAt = (desk: Desk) => [...shownBy(desk).values()].map(({ name }) => name).sort()
const watching = async (role: 'support' | 'finance' | 'admin' = 'support') => {
  const desk = await at.opened(role)
  expect(await desk.ask('connections.watch', {})).toMatchObject({ code: 200 })
  return desk
}

describe('who watches connections', () => {
  test('gets the whole and then nothing but what changed, of all BFFs together', async () => {
    at = await deskUnderTest()
    const [one, other] = [otherEdge('edge-1'), otherEdge('edge-2')]
    const desk = await watching()
    expect(desk.got('connections.rows')).toEqual([{ reset: true, more: false, rows: [], gone: [] }])
    one.tell([rowOf(1), rowOf(2)])
    other.tell([rowOf(3, { edge: 'edge-2' })])
    await at.clock.advance(1_000)
    await settled(desk)
    expect(namesAt(desk)).toEqual(['Player 1', 'Player 2', 'Player 3'])
    expect(desk.got('connections.totals').at(-1)).toMatchObject({ live: 3, lost: 0 })
    const reported = ['edge-1', 'edge-2', 'edge-test'].map((edge) => ({ edge, reports: true }))
    expect(desk.got('connections.nodes').at(-1)).toEqual({ nodes: reported })
    const lagging = rowOf(2, { state: 'lagging', cause: 'waiting' })
    one.tell([lagging], { gone: [rowId(1)] })
    await at.clock.advance(1_000)
    await settled(desk)
    expect(desk.got('connections.rows').at(-1)).toEqual({
      ...{ reset: false, more: false },
      ...{ rows: [lagging], gone: [rowId(1)] },
    })
    const changes = () => desk.inbox.filter(({ name }) => name !== 'connections.totals')
    const before = changes().length
    one.tell([])
    other.tell([])
    await at.clock.advance(1_000)
    await settled(desk)
    expect(changes()).toHaveLength(before)
  })

  test('hears every two seconds that nothing has changed', async () => {
    at = await deskUnderTest()
    const desk = await watching()
    await at.clock.advance(1_000)
    await settled(desk)
    const before = desk.got('connections.totals').length
    for (let second = 0; second < 6; second += 1) await at.clock.advance(1_000)
    await settled(desk)
    expect(desk.got('connections.totals')).toHaveLength(before + 3)
  })

  test('later gets all there is at once, in parts', async () => {
    at = await deskUnderTest()
    const edge = otherEdge()
    const first = await watching()
    edge.tell(Array.from({ length: 450 }, (_, n) => rowOf(n)))
    await at.clock.advance(1_000)
    await settled(first)
    const second = await watching('finance')
    // As it reads.
    await eventually(async () => {
      await at.clock.advance(100)
      expect(second.got('connections.rows')).toHaveLength(3)
    })
    const parts = second.got('connections.rows').map(({ reset, more, rows }) => [reset, more, rows.length])
    expect(parts).toEqual([
      [true, true, 200],
      [false, true, 200],
      [false, false, 50],
    ])
    expect(namesAt(second)).toEqual(namesAt(first))
    expect(second.got('connections.totals')).toHaveLength(1)
  })

  test('of some players hears of theirs alone, also when they go', async () => {
    at = await deskUnderTest()
    const edge = otherEdge()
    const all = await watching()
    edge.tell([rowOf(1), rowOf(2), rowOf(3)])
    await at.clock.advance(1_000)
    const desk = await at.opened('finance')
    await desk.ask('connections.watch', { players: ['player-2', 'player-9'] })
    await settled(desk)
    expect(namesAt(desk)).toEqual(['Player 2'])
    edge.tell([rowOf(1, { seqLag: 3 }), rowOf(9)])
    await at.clock.advance(1_000)
    await settled(desk)
    expect(namesAt(desk)).toEqual(['Player 2', 'Player 9'])
    edge.tell([], { gone: [rowId(2), rowId(3)] })
    await at.clock.advance(1_000)
    await settled(desk)
    expect(desk.got('connections.rows').at(-1)).toEqual({
      ...{ reset: false, more: false, rows: [] },
      gone: [rowId(2)],
    })
    const told = desk.got('connections.rows').length
    edge.tell([rowOf(1, { seqLag: 4 })])
    await at.clock.advance(1_000)
    for (const one of [desk, all]) await settled(one)
    expect(desk.got('connections.rows')).toHaveLength(told)
    expect(namesAt(all)).toEqual(['Player 1', 'Player 9'])
    // Asked again it starts over.
    await desk.ask('connections.watch', { players: ['player-1'] })
    await settled(desk)
    expect(namesAt(desk)).toEqual(['Player 1'])
    expect(await desk.ask('connections.watch', { players: [] })).toMatchObject({ code: 1001 })
  })

  test('is asked for by each BFF while it does, and by none after that', async () => {
    at = await deskUnderTest()
    const asked: unknown[] = []
    at.bus.subscribe('edge.watch', null, (news) => void asked.push(news))
    await at.clock.advance(10_000)
    expect(asked).toEqual([])
    const [one, two] = [await watching(), await watching()]
    expect(asked).toEqual([{ by: 'edge-test' }])
    await at.clock.advance(4_000)
    expect(asked).toHaveLength(3)
    await one.ask('connections.unwatch', {})
    await at.clock.advance(2_000)
    expect(asked).toHaveLength(4)
    two.loose.disconnect()
    await eventually(async () => expect(await at.metric('minefall_desk_sockets')).toBe(1))
    await at.clock.advance(10_000)
    expect(asked).toHaveLength(4)
    const edge = otherEdge()
    edge.tell([rowOf(1)])
    await at.clock.advance(1_000)
    await settled(one)
    expect(shownBy(one).size).toBe(0)
  })

  test('has a BFF asked again where something of its rows is missing', async () => {
    at = await deskUnderTest()
    const asked: unknown[] = []
    at.bus.subscribe('edge.ask', 'edge-other', (news) => void asked.push(news))
    const edge = otherEdge()
    const desk = await watching()
    edge.tell([rowOf(1)])
    edge.tell([rowOf(2)], { version: 3 })
    await settled(desk)
    expect(asked).toEqual([{ by: 'edge-test' }])
    edge.tell([rowOf(2)], { version: 4, whole: true })
    await at.clock.advance(1_000)
    await settled(desk)
    expect(namesAt(desk)).toEqual(['Player 2'])
  })

  test('sees the rows of a BFF that fell silent as lost, and a minute later no more', async () => {
    at = await deskUnderTest()
    const edge = otherEdge()
    const desk = await watching()
    edge.tell([rowOf(1)])
    for (let n = 0; n < 3; n++) {
      await at.clock.advance(1_000)
      edge.beat()
    }
    await settled(desk)
    expect([...shownBy(desk).values()]).toEqual([{ name: 'Player 1', state: 'live' }])
    await at.clock.advance(5_000)
    await settled(desk)
    expect([...shownBy(desk).values()]).toEqual([{ name: 'Player 1', state: 'lost' }])
    expect(desk.got('connections.nodes').at(-1)?.nodes).toContainEqual({ edge: 'edge-other', reports: false })
    await at.clock.advance(61_000)
    await settled(desk)
    expect(shownBy(desk).size).toBe(0)
  })
})

test('a desk that reads too slowly learns what it missed when it reads on, each row once and as it is then', async () => {
  at = await deskUnderTest({ LIVE_QUEUE_SOFT_BYTES: '65536', LIVE_QUEUE_HARD_BYTES: '100000000' })
  const wire = await wireTo(at.bff.address)
  const slow = at.desk('support', { address: wire.address })
  await slow.ask('connections.watch', {})
  const quick = await watching('admin')
  const edge = otherEdge()
  const count = 100
  const rows = (seqLag: number) =>
    Array.from({ length: count }, (_, n) => rowOf(n, { seqLag, name: `${n} ${'x'.repeat(20_000)}` }))
  const lagAt = (desk: Desk) => desk.got('connections.rows').at(-1)?.rows.at(-1)?.seqLag
  let rounds = 0
  const tell = async () => {
    rounds += 1
    edge.tell(rows(rounds))
    await at.clock.advance(1_000)
    await eventually(async () => {
      await at.clock.advance(100)
      expect(lagAt(quick)).toBe(rounds)
    })
  }
  await tell()
  wire.hold()
  // Two megabytes each: the kernels on the way take some of them before anything is queued here.
  do await tell()
  while ((await at.metric('minefall_desk_behind')) === 0 && rounds < 500)
  for (let more = 0; more < 3; more++) await tell()
  expect(await at.metric('minefall_desk_behind')).toBe(1)
  wire.release()
  await eventually(async () => {
    await at.clock.advance(100)
    expect(lagAt(slow)).toBe(rounds)
  })
  expect(namesAt(slow)).toEqual(namesAt(quick))
  const told = (desk: Desk) => desk.got('connections.rows').reduce((sum, { rows }) => sum + rows.length, 0)
  expect(told(quick)).toBe(rounds * count)
  expect(told(slow)).toBeLessThan(rounds * count)
  expect(slow.got('close')).toEqual([])
  wire.cut()
})
