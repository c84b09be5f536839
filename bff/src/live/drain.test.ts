import { describe, expect, test } from 'vitest'
import { closedWith, type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'

let edge: EdgeUnderTest

describe('the end', () => {
  test('a drain asks sockets to move, one after the other, and ends those who stay', async () => {
    edge = await edgeUnderTest({ DRAIN_MS: '1500' })
    const one = await edge.welcomed()
    const drained = edge.bff.drain()
    await edge.clock.advance(250)
    // Sent here by a gateway that has not noticed yet.
    const two = await edge.welcomed()
    await edge.clock.advance(249)
    await one.settled()
    expect(one.got('drain')).toEqual([])
    await edge.clock.advance(1)
    expect(await one.first('drain')).toEqual({ withinMs: 1_000 })
    await two.settled()
    expect(two.got('drain')).toEqual([])
    await edge.clock.advance(8)
    expect(await two.first('drain')).toEqual({ withinMs: 992 })
    expect(await closedWith(edge.tab())).toBe('drain')
    one.socket.disconnect()
    await one.gone
    await edge.clock.advance(992)
    await drained
    await edge.bff.close()
    expect(await closedWith(two)).toBe('drain')
  })

  test('a drain that is short for the crowd asks everyone within its first half', async () => {
    edge = await edgeUnderTest({ DRAIN_MS: '12' })
    const tabs: Tab[] = []
    while (tabs.length < 4) tabs.push(await edge.welcomed())
    const drained = edge.bff.drain()
    // A third to be noticed, and half of the other two.
    await edge.clock.advance(4 + 4)
    const left = await Promise.all(tabs.map(async (tab) => (await tab.first('drain')).withinMs))
    expect(left).toEqual([8, 7, 6, 5])
    await edge.clock.advance(4)
    await drained
  })

  test('a drain is over when everyone has moved', async () => {
    edge = await edgeUnderTest({ DRAIN_MS: '60000' })
    const tab = await edge.welcomed()
    const drained = edge.bff.drain()
    await edge.clock.advance(500)
    await tab.first('drain')
    tab.socket.disconnect()
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(0))
    await edge.clock.advance(50)
    await drained
  })

  test('beats tell the platform that this BFF lives', async () => {
    edge = await edgeUnderTest()
    const beats: number[] = []
    edge.bus.subscribe('edge.beat', 'edge-test', ({ at }) => beats.push(at - start))
    const start = edge.clock.now()
    await edge.clock.advance(1_600)
    expect(beats).toEqual([500, 1_000, 1_500])
  })

  test('the last beat says that this BFF leaves', async () => {
    edge = await edgeUnderTest()
    const beats: (true | undefined)[] = []
    edge.bus.subscribe('edge.beat', 'edge-test', ({ leaving }) => beats.push(leaving))
    await edge.bff.close()
    expect(beats).toEqual([true])
  })
})
