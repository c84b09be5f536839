import { bodyCode, refuse } from '@minefall/shared/contracts'
import type { GameEvent } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { deviceA, deviceB, type EdgeUnderTest, edgeUnderTest, type Tab } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { matchA } from '../testing/scripted-platform.ts'

let edge: EdgeUnderTest

describe('seats', () => {
  const presenceAsked = () =>
    edge.platform.asked['match.presence'].map(({ playerId, matchId, presence }) => [
      playerId,
      matchId,
      presence,
    ])

  test('a seat is here while a socket of its player follows, and gone a moment after the last one went', async () => {
    edge = await edgeUnderTest()
    const { platform, clock } = edge
    platform.seqs.set(matchA, 1)
    platform.seats.set(deviceA, 2)
    const [one, two] = [await edge.welcomed(), await edge.welcomed()]
    const watcher = await edge.welcomed({ deviceId: deviceB })
    for (const tab of [one, two, watcher]) await tab.follow()
    expect(presenceAsked()).toEqual([[deviceA, matchA, 'here']])
    expect(platform.asked['match.presence'][0]).toMatchObject({ edge: 'edge-test' })
    one.socket.disconnect()
    watcher.socket.disconnect()
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(1))
    await clock.advance(5_000)
    expect(presenceAsked()).toHaveLength(1)
    two.socket.disconnect()
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(0))
    await clock.advance(999)
    expect(presenceAsked()).toHaveLength(1)
    await clock.advance(1)
    expect(presenceAsked().at(-1)).toEqual([deviceA, matchA, 'gone'])
  })

  test('a reload is not told at all', async () => {
    edge = await edgeUnderTest()
    const { platform, clock } = edge
    platform.seqs.set(matchA, 1)
    platform.seats.set(deviceA, 2)
    const before = await edge.welcomed()
    await before.follow()
    before.socket.disconnect()
    await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(0))
    await (await edge.welcomed()).follow()
    await clock.advance(5_000)
    expect(presenceAsked()).toEqual([[deviceA, matchA, 'here']])
  })

  test('a slow round trip is weak, unless another tab is quick', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    edge.platform.seats.set(deviceA, 2)
    const [slow, quick] = [await edge.welcomed(), await edge.welcomed()]
    await slow.follow()
    await slow.ask('clock.ping', { sentAt: 1, roundTripMs: 401 })
    await slow.settled()
    expect(presenceAsked().map(([, , presence]) => presence)).toEqual(['here', 'weak'])
    await quick.follow()
    await quick.settled()
    expect(presenceAsked().at(-1)).toEqual([deviceA, matchA, 'here'])
  })

  test('a report that got lost is repeated', async () => {
    edge = await edgeUnderTest()
    const { platform, clock } = edge
    platform.seqs.set(matchA, 1)
    platform.seats.set(deviceA, 2)
    const original = platform.script['match.presence']
    platform.script['match.presence'] = async () => refuse(bodyCode.unavailable, 'later')
    await (await edge.welcomed()).follow()
    await clock.advance(500)
    platform.script['match.presence'] = original
    await clock.advance(500)
    await clock.advance(5_000)
    expect(presenceAsked().map(([, , presence]) => presence)).toEqual(['here', 'here'])
  })

  test('a seat that was left and taken again stays known, whatever of it was still to be told again', async () => {
    edge = await edgeUnderTest()
    const { platform, clock } = edge
    platform.seqs.set(matchA, 1)
    const others = Array.from({ length: 8 }, (_, nth) => `${nth}c`.repeat(16))
    for (const player of [...others, deviceA]) platform.seats.set(player, 0)
    for (const deviceId of others) await (await edge.welcomed({ deviceId })).follow()
    const first = await edge.welcomed()
    await first.follow()
    const answer = platform.script['match.presence']
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    platform.script['match.presence'] = async (request) => {
      if (request.playerId !== deviceA) await held
      return answer(request)
    }
    platform.nodes.take('platform-2')
    await clock.advance(0)
    const leave = async (tab: Tab) => {
      tab.socket.disconnect()
      await eventually(async () => expect(await edge.metric('minefall_live_sockets')).toBe(8))
      await clock.advance(1_000)
    }
    await leave(first)
    const second = await edge.welcomed()
    await second.follow()
    letGo()
    await clock.advance(0)
    await leave(second)
    const told = presenceAsked().filter(([player]) => player === deviceA)
    expect(told.map(([, , presence]) => presence)).toEqual(['here', 'gone', 'here', 'gone'])
  })

  test('sitting down makes a follower’s seat; a seat that was freed is one no more', async () => {
    edge = await edgeUnderTest()
    const { platform } = edge
    platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    await tab.follow()
    const emote = () => tab.ask('match.emote', { matchId: matchA, emote: 'wow' })
    expect((await emote()).code).toBe(bodyCode.notSeated)
    const sit = { commandId: '0c'.repeat(16), matchId: matchA, ref: '0d'.repeat(16), commit: '0e'.repeat(32) }
    expect((await tab.ask('match.sit', sit)).code).toBe(200)
    expect((await emote()).code).toBe(200)
    expect(await tab.first('match.emote')).toEqual({ matchId: matchA, seat: 0, emote: 'wow' })
    expect(presenceAsked()).toEqual([[deviceA, matchA, 'here']])
    edge.bus.publish('match.events', matchA, {
      matchId: matchA,
      seq: 2,
      events: [{ type: 'SeatLeft', v: 1, at: 1, seat: 0, reason: 'absent' }],
      hash: '',
    })
    await tab.first('match.events')
    await edge.clock.advance(1_500)
    expect((await emote()).code).toBe(bodyCode.notSeated)
    expect(presenceAsked().at(-1)).toEqual([deviceA, matchA, 'gone'])
  })

  test.each(['following on', 'following again'])(
    'a seat that is left and taken again within a second, %s, is reported again',
    async (how) => {
      edge = await edgeUnderTest()
      const { platform, clock } = edge
      platform.seqs.set(matchA, 1)
      const tab = await edge.welcomed()
      await tab.follow()
      const sit = () =>
        tab.ask('match.sit', {
          ...{ commandId: '0c'.repeat(16), matchId: matchA },
          ...{ ref: '0d'.repeat(16), commit: '0e'.repeat(32) },
        })
      await sit()
      await eventually(() => expect(presenceAsked()).toHaveLength(1))
      if (how === 'following again') await tab.ask('match.unfollow', { matchId: matchA })
      const left: GameEvent = { type: 'SeatLeft', v: 1, at: 1, seat: 0, reason: 'left' }
      edge.bus.publish('match.events', matchA, { matchId: matchA, seq: 2, events: [left], hash: '' })
      platform.seqs.set(matchA, 2)
      await clock.advance(900)
      await sit()
      if (how === 'following again') await tab.follow()
      await clock.advance(5_000)
      expect(presenceAsked().map(([, , presence]) => presence)).toEqual(['here', 'here'])
    },
  )

  test('a seat whose answer got lost is taken once more, and reported again', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    const tab = await edge.welcomed()
    await tab.follow()
    const sit = { commandId: '0c'.repeat(16), matchId: matchA, ref: '0d'.repeat(16), commit: '0e'.repeat(32) }
    for (const times of [1, 2]) {
      await tab.ask('match.sit', sit)
      await eventually(() => expect(presenceAsked()).toHaveLength(times))
    }
    await edge.clock.advance(5_000)
    expect(presenceAsked().map(([, , presence]) => presence)).toEqual(['here', 'here'])
  })

  test('emotes are at least a second and a half apart, over all tabs', async () => {
    edge = await edgeUnderTest()
    edge.platform.seqs.set(matchA, 1)
    edge.platform.seats.set(deviceA, 2)
    const [one, two] = [await edge.welcomed(), await edge.welcomed()]
    await one.follow()
    await two.follow()
    expect((await one.ask('match.emote', { matchId: matchA, emote: 'grr' })).code).toBe(200)
    expect(await two.ask('match.emote', { matchId: matchA, emote: 'grr' })).toMatchObject({
      code: bodyCode.tooManyRequests,
      data: { seconds: 2 },
    })
    await edge.clock.advance(1_500)
    expect((await two.ask('match.emote', { matchId: matchA, emote: 'grr' })).code).toBe(200)
    expect((await two.ask('match.emote', { matchId: matchA, emote: 'rude' })).code).toBe(
      bodyCode.badParameters,
    )
  })
})
