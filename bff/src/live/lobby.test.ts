import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import { describe, expect, test } from 'vitest'
import { type EdgeUnderTest, edgeUnderTest } from '../testing/edge-under-test.ts'

let edge: EdgeUnderTest

describe('lobby', () => {
  test('watchers get each digest, until they stop watching', async () => {
    edge = await edgeUnderTest()
    const [watcher, other] = [await edge.welcomed(), await edge.welcomed()]
    expect(await watcher.ask('lobby.watch', {})).toEqual(
      ok({ at: 1, playing: 0, tables: [], wins: [], live: [] }),
    )
    edge.bus.publish('lobby.digest', null, { at: 2, playing: 9, tables: [], wins: [], live: [] })
    expect(await watcher.first('lobby.digest')).toMatchObject({ at: 2, playing: 9 })
    await watcher.ask('lobby.unwatch', {})
    edge.bus.publish('lobby.digest', null, { at: 3, playing: 8, tables: [], wins: [], live: [] })
    await watcher.ask('lobby.unwatch', {})
    expect(watcher.got('lobby.digest')).toHaveLength(1)
    expect(other.got('lobby.digest')).toEqual([])
  })

  test('a fresh digest is not asked for again, and an older one is not passed on', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    await tab.ask('lobby.watch', {})
    edge.bus.publish('lobby.digest', null, { at: 5, playing: 9, tables: [], wins: [], live: [] })
    edge.bus.publish('lobby.digest', null, { at: 4, playing: 1, tables: [], wins: [], live: [] })
    expect((await (await edge.welcomed()).ask('lobby.watch', {})).data).toMatchObject({ at: 5 })
    expect(edge.platform.asked['lobby.digest']).toHaveLength(1)
    await tab.settled()
    expect(tab.got('lobby.digest')).toHaveLength(1)
  })

  test('digests go on when they come from another node, whose clock stands behind', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    await tab.ask('lobby.watch', {})
    const told = (at: number) =>
      edge.bus.publish('lobby.digest', null, { at, playing: 9, tables: [], wins: [], live: [] })
    told(60_000)
    for (const at of [1_000, 2_000, 3_000]) {
      await edge.clock.advance(1_000)
      told(at)
    }
    await tab.settled()
    expect(tab.got('lobby.digest').map(({ at }) => at)).toEqual([60_000, 2_000, 3_000])
  })

  test('digests go on, and are asked for, when all clocks are set back', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    await tab.ask('lobby.watch', {})
    const told = (at: number) =>
      edge.bus.publish('lobby.digest', null, { at, playing: 9, tables: [], wins: [], live: [] })
    told(3_600_000)
    await edge.clock.advance(-3_600_000)
    const asked = edge.platform.asked['lobby.digest'].length
    await (await edge.welcomed()).ask('lobby.watch', {})
    expect(edge.platform.asked['lobby.digest']).toHaveLength(asked + 1)
    told(1_000)
    await tab.settled()
    expect(tab.got('lobby.digest').map(({ at }) => at)).toEqual([3_600_000, 1_000])
  })

  test('what was reported while the bus was away is reported as soon as someone answers', async () => {
    edge = await edgeUnderTest()
    const { platform, clock, line } = edge
    const tab = await edge.welcomed()
    await tab.ask('lobby.watch', {})
    await clock.advance(2_000)
    line.cut()
    const missed = { at: 60_000, playing: 9, tables: [], wins: [], live: [] }
    edge.bus.publish('lobby.digest', null, missed)
    await clock.advance(500)
    platform.script['lobby.digest'] = async () => refuse(bodyCode.unavailable, 'not back yet')
    line.mend()
    await clock.advance(1_000)
    await tab.ask('clock.ping', { sentAt: 1 })
    expect(tab.got('lobby.digest')).toEqual([])
    platform.script['lobby.digest'] = async () => ok(missed)
    await clock.advance(1_000)
    expect(await tab.first('lobby.digest')).toEqual(missed)
    const asked = platform.asked['lobby.digest'].length
    await clock.advance(10_000)
    expect(platform.asked['lobby.digest']).toHaveLength(asked)
  })

  test('with nothing known yet, watching still works', async () => {
    edge = await edgeUnderTest()
    edge.platform.script['lobby.digest'] = async () => refuse(bodyCode.unavailable, 'later')
    expect(await (await edge.welcomed()).ask('lobby.watch', {})).toEqual(ok(null))
  })
})
