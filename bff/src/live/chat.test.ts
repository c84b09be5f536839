import { randomUUID } from 'node:crypto'
import { bodyCode, ok, refuse } from '@minefall/shared/contracts'
import { protocolVersion } from '@minefall/shared/contracts/live'
import { describe, expect, test } from 'vitest'
import { deviceA, deviceB, type EdgeUnderTest, edgeUnderTest } from '../testing/edge-under-test.ts'
import { eventually } from '../testing/eventually.ts'
import { chatMessage, identityOf } from '../testing/scripted-platform.ts'

let edge: EdgeUnderTest

const message = () => ({ messageId: randomUUID(), text: 'Hello?' })
const unreadFor = (counts: Readonly<Record<string, number>>) => {
  edge.platform.script['player.identify'] = async ({ deviceId, token }) => {
    const identity = identityOf(token ?? deviceId)
    return ok({ ...identity, unread: { version: 5, count: counts[identity.playerId] ?? 0 } })
  }
}

describe('what a player says to support', () => {
  test('is asked as that player, with where it comes from, and answered as the platform says', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    const sent = { ...message(), pictureId: randomUUID() }
    expect(await tab.ask('chat.open', {})).toEqual(
      ok({ messages: [], hasMore: false, lastRead: 0, staffRead: 0, staffed: false }),
    )
    expect(await tab.ask('chat.send', sent)).toEqual(ok(chatMessage(1, sent)))
    expect(await tab.ask('chat.history', { before: 7 })).toEqual(ok({ messages: [], hasMore: false }))
    expect(await tab.ask('chat.read', { seq: 3 })).toEqual(ok(null))
    const playerId = deviceA
    expect(edge.platform.asked).toMatchObject({
      'chat.open': [{ playerId }],
      'chat.send': [{ playerId, address: '127.0.0.1', locale: null, ...sent }],
      'chat.history': [{ playerId, before: 7 }],
      'chat.read': [{ playerId, seq: 3 }],
    })
    edge.platform.script['chat.send'] = async () => refuse(bodyCode.conflict, 'another message')
    expect(await tab.ask('chat.send', sent)).toMatchObject({ code: bodyCode.conflict })
  })

  test('tells the language of the browser', async () => {
    edge = await edgeUnderTest()
    const auth = { protocol: protocolVersion, deviceId: deviceA, tab: '01'.repeat(8), locale: 'pt-BR' }
    const tab = edge.tab({ auth })
    await tab.first('welcome')
    await tab.ask('chat.send', message())
    expect(edge.platform.asked['chat.send']).toMatchObject([{ locale: 'pt-BR' }])
  })

  test('is refused where it is none, and not passed on', async () => {
    edge = await edgeUnderTest({ LIVE_STRIKES: '50' })
    const tab = await edge.welcomed()
    for (const [name, payload] of [
      ['chat.open', { playerId: deviceB }],
      ['chat.send', { text: 'Hello?' }],
      ['chat.send', { messageId: 'first', text: 'Hello?' }],
      ['chat.send', { ...message(), text: 'x'.repeat(2_001) }],
      ['chat.send', { ...message(), playerId: deviceB }],
      ['chat.send', { ...message(), author: 'staff' }],
      ['chat.send', { ...message(), pictureId: '../1' }],
      ['chat.history', { before: 2 ** 31 }],
      ['chat.history', {}],
      ['chat.read', { seq: -1 }],
      ['chat.read', { seq: 0.5 }],
      ['chat.typing', { to: deviceB }],
    ] as const) {
      const { code } = await tab.ask(name, payload)
      expect([name, payload, code]).toEqual([name, payload, bodyCode.badParameters])
    }
    const { asked } = edge.platform
    expect([asked['chat.open'], asked['chat.send'], asked['chat.history'], asked['chat.read']]).toEqual([
      [],
      [],
      [],
      [],
    ])
  })

  test('is bounded in a minute, over all tabs', async () => {
    edge = await edgeUnderTest({ LIVE_CHATS_PER_MINUTE: '4' })
    const [one, other] = [await edge.welcomed(), await edge.welcomed()]
    await one.ask('chat.open', {})
    await other.ask('chat.send', message())
    await one.ask('chat.history', { before: 1 })
    await other.ask('chat.read', { seq: 1 })
    for (const [name, payload] of [
      ['chat.open', {}],
      ['chat.send', message()],
      ['chat.history', { before: 1 }],
      ['chat.read', { seq: 1 }],
    ] as const)
      expect(await one.ask(name, payload)).toMatchObject({
        code: bodyCode.tooManyRequests,
        data: { seconds: 15 },
      })
    await edge.clock.advance(15_000)
    expect(await one.ask('chat.open', {})).toMatchObject({ code: bodyCode.ok })
    expect(edge.platform.asked['chat.open']).toHaveLength(2)
  })

  test('tells staff that something is typed, once in a second', async () => {
    edge = await edgeUnderTest()
    const told: unknown[] = []
    edge.bus.subscribe('chat.typing', null, (news, player) => void told.push({ player, ...news }))
    const [one, other] = [await edge.welcomed(), await edge.welcomed()]
    for (const tab of [one, other, one]) expect(await tab.ask('chat.typing', {})).toEqual(ok(null))
    expect(told).toEqual([{ player: deviceA, by: 'player' }])
    await edge.clock.advance(1_000)
    await other.ask('chat.typing', {})
    expect(told).toHaveLength(2)
    // No one learns that they type themselves.
    await one.settled()
    expect(one.got('chat.typing')).toEqual([])
  })
})

describe('what happens in a conversation', () => {
  test('reaches all tabs of its player, and no one else', async () => {
    edge = await edgeUnderTest()
    const tabs = [await edge.welcomed(), await edge.welcomed()]
    const stranger = await edge.welcomed({ deviceId: deviceB })
    const written = chatMessage(4, { author: 'staff', name: 'Ann' })
    edge.bus.publish('chat.message', deviceA, written)
    edge.bus.publish('chat.typing', deviceA, { by: 'staff' })
    edge.bus.publish('chat.read', deviceA, { by: 'staff', seq: 3 })
    edge.bus.publish('chat.read', deviceA, { by: 'player', seq: 2 })
    for (const tab of tabs) {
      expect(await tab.first('chat.message')).toEqual(written)
      expect(await tab.first('chat.typing')).toEqual({})
      await tab.settled()
      expect(tab.got('chat.read')).toEqual([{ seq: 3 }])
    }
    await stranger.settled()
    expect(stranger.inbox.filter(({ name }) => name.startsWith('chat.'))).toEqual([])
  })

  test('tells what is unread after the welcome where there is something, and when it changes', async () => {
    edge = await edgeUnderTest()
    unreadFor({ [deviceA]: 2 })
    const tab = await edge.welcomed()
    const none = await edge.welcomed({ deviceId: deviceB })
    expect(await tab.first('chat.unread')).toEqual({ count: 2 })
    expect(tab.inbox.map(({ name }) => name)).toEqual(['welcome', 'chat.unread'])
    const counts = async () => {
      await tab.settled()
      return tab.got('chat.unread').map(({ count }) => count)
    }
    edge.bus.publish('chat.unread', deviceA, { version: 7, count: 3 })
    // What comes late, or says nothing new, is not told.
    edge.bus.publish('chat.unread', deviceA, { version: 6, count: 9 })
    edge.bus.publish('chat.unread', deviceA, { version: 8, count: 3 })
    edge.bus.publish('chat.unread', deviceA, { version: 9, count: 0 })
    expect(await counts()).toEqual([2, 3, 0])
    await none.settled()
    expect(none.got('chat.unread')).toEqual([])
  })

  test('tells the tabs there are what a new one found out, as its news may have got lost', async () => {
    edge = await edgeUnderTest()
    const tab = await edge.welcomed()
    unreadFor({ [deviceA]: 4 })
    const newer = await edge.welcomed()
    expect(await newer.first('chat.unread')).toEqual({ count: 4 })
    expect(await tab.first('chat.unread')).toEqual({ count: 4 })
  })

  test('continues with the account that signs in: its count, its messages, and nothing more of the other’s', async () => {
    edge = await edgeUnderTest()
    unreadFor({ [deviceA]: 2, account: 0, other: 0 })
    const tab = await edge.welcomed()
    await tab.first('chat.unread')
    expect(await tab.ask('session.use', { token: 'account' })).toMatchObject({ code: bodyCode.ok })
    await eventually(() => expect(tab.got('chat.unread')).toEqual([{ count: 2 }, { count: 0 }]))
    edge.bus.publish('chat.message', deviceA, chatMessage(1))
    edge.bus.publish('chat.message', 'account', chatMessage(2))
    expect(await tab.first('chat.message')).toMatchObject({ seq: 2 })
    await tab.ask('session.use', { token: 'other' })
    await tab.settled()
    expect([tab.got('chat.message').length, tab.got('chat.unread').length]).toEqual([1, 2])
    await tab.ask('chat.open', {})
    expect(edge.platform.asked['chat.open']).toEqual([{ playerId: 'other' }])
  })

  test('says whether someone is on, to those who opened the chat', async () => {
    edge = await edgeUnderTest()
    const [opened, closed] = [await edge.welcomed(), await edge.welcomed()]
    await opened.ask('chat.open', {})
    edge.bus.publish('chat.staffed', null, { staffed: true })
    expect(await opened.first('chat.staffed')).toEqual({ staffed: true })
    await closed.settled()
    expect(closed.got('chat.staffed')).toEqual([])
    // What is reported while the platform is asked is newer than its answer.
    const open = edge.platform.script['chat.open']
    edge.platform.script['chat.open'] = async (request) => {
      edge.bus.publish('chat.staffed', null, { staffed: true })
      return open(request)
    }
    expect((await closed.ask('chat.open', {})).data).toMatchObject({ staffed: true })
  })
})
