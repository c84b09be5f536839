import type { Envelope } from '@minefall/shared/contracts'
import type { ChatMessage, NewChatMessage } from '@minefall/shared/contracts/live'
import type { PlayerView } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import type { LineEvents, SupportLine } from '../../../../widget/line.ts'
import { safeStorage } from '../../../lib/storage.ts'
import { memoryStorage } from '../../../lib/testing-storage.ts'
import type { ConnectionSnapshot, LivePort } from '../../../machines/connection/index.ts'
import { unconnected } from '../../../machines/connection/types.ts'
import type { SessionSnapshot } from '../../../machines/session/index.ts'
import { mai } from '../../../machines/session/testing/tabs.ts'
import { testClock } from '../testing.ts'
import { createLine } from './line.ts'

const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0))
const names = [
  'player',
  'up',
  'down',
  'outbox',
  'language',
  'chat.message',
  'chat.typing',
  'chat.read',
  'chat.unread',
  'chat.staffed',
] as const

type Asked = { name: string; payload: unknown; answer(envelope: Envelope<unknown>): Promise<void> }

/** A source that a test changes. */
const source = <S>(first: S) => {
  let snapshot = first
  const listeners = new Set<(snapshot: S) => void>()
  return {
    getSnapshot: () => snapshot,
    subscribe(listener: (snapshot: S) => void) {
      listeners.add(listener)
      return { unsubscribe: () => void listeners.delete(listener) }
    },
    put(next: S) {
      snapshot = next
      for (const listener of listeners) listener(next)
    },
  }
}

const connected = (
  identityToken: string | null,
  unread = 0,
  player: PlayerView | null = null,
): ConnectionSnapshot => ({
  context: {
    ...unconnected,
    player,
    identityToken,
    unread,
  },
  hasTag: () => true,
  matches: () => true,
})

const signedIn = (id: string | null, token: string | null): SessionSnapshot => ({
  context: {
    user: id === null ? null : { ...mai, id, token: token ?? '', username: id, nickname: id },
    token,
    balance: null,
    userName: id ?? '',
    userBalance: 0,
    userAvatar: '',
  },
  hasTag: (tag) => (tag === 'signedIn') === (id !== null),
})

/** A tab in a world made of the test's connection, session and clock; `kept` is what it had before a reload. */
const open = ({ user = null as string | null, up = true, kept = memoryStorage() } = {}) => {
  const clock = testClock()
  const token = user === null ? null : `token of ${user}`
  const connection = source(connected(up ? token : null))
  const session = source(signedIn(user, token))
  const asked: Asked[] = []
  let isUp = up
  const hearers = new Set<Parameters<LivePort['listen']>[0]>()
  const ask = (name: string, payload: unknown) =>
    new Promise<Envelope<unknown>>((resolve) => {
      const answer = async (envelope: Envelope<unknown>) => {
        resolve(envelope)
        await settle()
      }
      asked.push({ name, payload, answer })
    })
  const wire = {
    ask: ask as LivePort['ask'],
    isUp: () => isUp,
    listen: (hear: Parameters<LivePort['listen']>[0]) => {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  }
  const signal = (told: Parameters<Parameters<LivePort['listen']>[0]>[0]) => {
    for (const hear of hearers) hear(told)
  }
  let changeLanguage = () => {}
  let drawn = 0
  const forgotten: string[] = []
  const line: SupportLine = createLine({
    connection,
    session,
    wire,
    store: safeStorage(() => kept),
    problemOf: async ({ code }) => `refused ${code}`,
    drawId: () => {
      drawn += 1
      return `00000000-0000-4000-8000-${String(drawn).padStart(12, '0')}`
    },
    now: clock.now,
    after: clock.after,
    pictures: { get: async () => null, forget: () => forgotten.push('pictures') },
    upload: async () => ({ problem: 'none' }),
    texts: () => {
      throw new Error('not asked for')
    },
    language: () => 'en-US',
    onLanguage: (listener) => {
      changeLanguage = listener
    },
  })
  const told: { name: string; payload: unknown }[] = []
  const hear = <N extends keyof LineEvents>(name: N) =>
    line.on(name, (payload) => told.push({ name, payload }))
  for (const name of names) hear(name)
  return {
    line,
    kept,
    clock,
    connection,
    session,
    signal,
    asked,
    forgotten,
    toldNames: () => told.map(({ name }) => name),
    told,
    changeLanguage: () => changeLanguage(),
    last: () => {
      const one = asked.at(-1)
      if (!one) throw new Error('nothing was asked')
      return one
    },
    goUp() {
      isUp = true
      signal({ type: 'up' })
    },
    goDown() {
      isUp = false
      signal({ type: 'down', code: 'network' })
    },
  }
}

const taken = (asked: Asked, seq: number): Envelope<ChatMessage> => {
  const { messageId, text, pictureId } = asked.payload as NewChatMessage
  const data = {
    seq,
    messageId,
    author: 'player' as const,
    name: null,
    text,
    pictureId: pictureId ?? null,
    at: 1,
  }
  return { code: 200, msg: 'ok', data }
}
const noAnswer: Envelope<never> = { code: 1504, msg: 'late', data: null }
const hello = { text: 'Hello', pictureId: null }

describe('what is written', () => {
  test('is sent at once while the line is up, and told as it was taken', async () => {
    const it = open()
    it.line.write(hello)
    expect(it.asked).toHaveLength(1)
    expect(it.last()).toMatchObject({
      name: 'chat.send',
      payload: { messageId: '00000000-0000-4000-8000-000000000001', text: 'Hello' },
    })
    expect(it.line.outbox()).toMatchObject([{ text: 'Hello', problem: null }])
    await it.last().answer(taken(it.last(), 4))
    expect(it.line.outbox()).toEqual([])
    expect(it.told.find(({ name }) => name === 'chat.message')?.payload).toMatchObject({ seq: 4 })
  })

  test('waits while it is down and goes in order once it is up, one after the other', async () => {
    const it = open({ up: false })
    it.line.write({ text: 'One', pictureId: null })
    it.line.write({ text: 'Two', pictureId: '11111111-1111-4111-8111-111111111111' })
    expect(it.asked).toEqual([])
    expect(it.line.outbox().map(({ text }) => text)).toEqual(['One', 'Two'])
    it.goUp()
    expect(it.asked.map(({ payload }) => (payload as NewChatMessage).text)).toEqual(['One'])
    await it.last().answer(taken(it.last(), 1))
    expect(it.asked).toHaveLength(2)
    expect(it.last().payload).toMatchObject({
      text: 'Two',
      pictureId: '11111111-1111-4111-8111-111111111111',
    })
    await it.last().answer(taken(it.last(), 2))
    expect(it.line.outbox()).toEqual([])
  })

  test('goes again under its id when no answer came, on its own and after a break', async () => {
    const it = open()
    it.line.write(hello)
    const [first] = it.asked
    await it.last().answer(noAnswer)
    expect(it.asked).toHaveLength(1)
    it.clock.pass(5_000)
    expect(it.asked).toHaveLength(2)
    it.goDown()
    await it.last().answer({ code: 1503, msg: 'no connection', data: null })
    it.clock.pass(60_000)
    expect(it.asked).toHaveLength(2)
    it.goUp()
    expect(it.asked).toHaveLength(3)
    expect(it.last().payload).toEqual(first?.payload)
    await it.last().answer(taken(it.last(), 1))
    it.clock.pass(60_000)
    expect(it.asked).toHaveLength(3)
  })

  test('survives a reload with its id, as what is being typed does', async () => {
    const before = open()
    before.line.write(hello)
    before.line.keepDraft('And the ')
    const after = open({ kept: before.kept })
    expect(after.line.draft()).toBe('And the ')
    expect(after.last().payload).toEqual(before.last().payload)
    await after.last().answer(taken(after.last(), 1))
    after.line.keepDraft('')
    expect(before.kept.getItem('support_outbox/guest')).toBeNull()
    expect(before.kept.getItem('support_draft/guest')).toBeNull()
  })

  test('what was kept and can’t be read is left out', () => {
    const kept = memoryStorage()
    kept.setItem('support_outbox/guest', '[{"messageId":"1"}]')
    expect(open({ kept }).line.outbox()).toEqual([])
  })

  test('that is refused says why, holds up nothing, and can be sent again or given up', async () => {
    const it = open()
    it.line.write({ text: 'One', pictureId: null })
    it.line.write({ text: 'Two', pictureId: null })
    await it.last().answer({ code: 1404, msg: 'no picture', data: null })
    expect(it.line.outbox().map(({ problem }) => problem)).toEqual(['refused 1404', null])
    await it.last().answer(taken(it.last(), 1))
    const [refused] = it.line.outbox()
    if (!refused) throw new Error('nothing was refused')
    it.line.resend(refused.messageId)
    expect(it.last().payload).toMatchObject({ messageId: refused.messageId })
    await it.last().answer({ code: 1409, msg: 'other content', data: null })
    it.line.discard(refused.messageId)
    expect(it.line.outbox()).toEqual([])
  })

  test('too fast is tried again for a minute and then told', async () => {
    const it = open()
    it.line.write(hello)
    for (let tries = 1; tries < 14; tries += 1) {
      await it.last().answer({ code: 1429, msg: 'too fast', data: null })
      expect(it.line.outbox()).toMatchObject([{ problem: null }])
      it.clock.pass(5_000)
      expect(it.asked).toHaveLength(tries + 1)
    }
    await it.last().answer({ code: 1429, msg: 'too fast', data: null })
    expect(it.line.outbox()).toMatchObject([{ problem: 'refused 1429' }])
    expect(it.clock.waiting()).toBe(0)
  })
})

describe('who speaks', () => {
  test('what a guest wrote stays theirs while someone is signed in, and nothing goes out as someone else', async () => {
    const it = open()
    it.goDown()
    it.line.write({ text: 'As a guest', pictureId: null })
    it.line.keepDraft('guest draft')
    it.session.put(signedIn('mai', 'token of mai'))
    expect(it.toldNames()).toContain('player')
    expect(it.forgotten).toEqual(['pictures'])
    expect(it.line.draft()).toBe('')
    expect(it.line.outbox()).toEqual([])
    it.line.write({ text: 'As Mai', pictureId: null })
    // The connection is back, still as the guest.
    it.goUp()
    expect(it.line.isUp()).toBe(false)
    expect(it.asked).toEqual([])
    expect(await it.line.ask('chat.open', {})).toMatchObject({ code: 1503 })
    it.connection.put(connected('token of mai'))
    it.signal({ type: 'up' })
    expect(it.line.isUp()).toBe(true)
    expect(it.asked.map(({ payload }) => (payload as NewChatMessage).text)).toEqual(['As Mai'])
    await it.last().answer(taken(it.last(), 1))
    it.session.put(signedIn(null, null))
    expect(it.line.isUp()).toBe(false)
    expect(it.line.draft()).toBe('guest draft')
    it.connection.put(connected(null))
    expect(it.line.isUp()).toBe(true)
    expect(it.last().payload).toMatchObject({ text: 'As a guest' })
  })

  describe('of a guest', () => {
    const momo: PlayerView = { name: 'Momo 27', avatar: 'owl', kind: 'guest' }
    const asGuest = (player = momo) => connected(null, 0, player)
    const asMai = (player: Partial<PlayerView> = {}) =>
      connected('token of mai', 0, { ...momo, kind: 'player', ...player })
    /** A guest the server knew, who has written without a network. */
    const written = () => {
      const it = open()
      it.connection.put(asGuest())
      it.goDown()
      it.line.write({ text: 'As a guest', pictureId: null })
      it.line.keepDraft('guest draft')
      return it
    }
    const texts = ({ asked }: ReturnType<typeof open>) =>
      asked.map(({ payload }) => (payload as NewChatMessage).text)

    test('who registers, what they wrote is the account’s, before what it wrote since', async () => {
      const it = written()
      it.session.put(signedIn('mai', 'token of mai'))
      it.line.write({ text: 'As Mai', pictureId: null })
      it.line.keepDraft('Mai’s draft')
      it.told.splice(0)
      it.goUp()
      expect(it.asked).toEqual([])
      it.connection.put(asMai())
      expect(it.toldNames()).toContain('player')
      expect(it.line.draft()).toBe('guest draft\nMai’s draft')
      await it.last().answer(taken(it.last(), 1))
      await it.last().answer(taken(it.last(), 2))
      expect(texts(it)).toEqual(['As a guest', 'As Mai'])
      // The device's next guest begins with nothing.
      it.session.put(signedIn(null, null))
      it.connection.put(asGuest({ ...momo, name: 'Kimi 31' }))
      expect([it.line.draft(), it.line.outbox()]).toEqual(['', []])
      expect(it.asked).toHaveLength(2)
    })

    test('who registers, it is the account’s after a reload too', () => {
      const before = written()
      const after = open({ user: 'mai', up: false, kept: before.kept })
      after.connection.put(asMai())
      after.goUp()
      expect(after.line.draft()).toBe('guest draft')
      expect(texts(after)).toEqual(['As a guest'])
    })

    test('who signs in to an account that exists, it waits for them', () => {
      const it = written()
      it.session.put(signedIn('mai', 'token of mai'))
      it.goUp()
      it.connection.put(asMai({ name: 'Mai' }))
      expect([it.line.draft(), it.line.outbox(), it.asked]).toEqual(['', [], []])
      it.session.put(signedIn(null, null))
      it.connection.put(asGuest())
      expect(it.line.draft()).toBe('guest draft')
      expect(texts(it)).toEqual(['As a guest'])
    })

    test('who is another by now, it never goes out', () => {
      const it = written()
      it.told.splice(0)
      it.connection.put(asGuest({ ...momo, name: 'Kimi 31' }))
      it.goUp()
      expect([it.line.draft(), it.line.outbox(), it.asked]).toEqual(['', [], []])
      expect(it.toldNames()).toContain('player')
      it.line.write(hello)
      expect(texts(it)).toEqual(['Hello'])
    })

    test('whom the server never knew, it goes out as no account and as no other guest', () => {
      const it = open({ up: false })
      it.line.write(hello)
      it.session.put(signedIn('mai', 'token of mai'))
      it.goUp()
      it.connection.put(asMai())
      it.session.put(signedIn(null, null))
      it.connection.put(asGuest())
      expect([it.line.outbox(), it.asked]).toEqual([[], []])
    })
  })

  test('an answer that comes after someone else signed in is still of who asked', async () => {
    const it = open()
    it.line.write(hello)
    const asked = it.last()
    it.session.put(signedIn('mai', 'token of mai'))
    it.connection.put(connected('token of mai'))
    it.told.splice(0)
    await asked.answer(taken(asked, 1))
    expect(it.toldNames()).not.toContain('chat.message')
    expect(it.kept.getItem('support_outbox/guest')).toBeNull()
  })

  test('a token that was renewed is the same speaker', () => {
    const it = open({ user: 'mai' })
    it.told.splice(0)
    it.session.put(signedIn('mai', 'the next token of mai'))
    expect(it.line.isUp()).toBe(true)
    expect(it.toldNames()).toEqual([])
  })

  test('a session that is read later than the connection knows of it is waited for', () => {
    const it = open()
    it.connection.put(connected('token of mai'))
    expect(it.line.isUp()).toBe(false)
    it.session.put(signedIn('mai', 'token of mai'))
    expect(it.line.isUp()).toBe(true)
  })
})

describe('what is reported', () => {
  test('up comes with each connection, each doubt and lost news, down once', () => {
    const it = open({ up: false })
    it.goUp()
    it.signal({ type: 'up' })
    it.signal({ type: 'doubt' })
    it.signal({ type: 'missed' })
    it.goDown()
    it.goDown()
    expect(it.toldNames()).toEqual(['up', 'up', 'up', 'up', 'down'])
  })

  test('what the server says of the chat, and how much is unread, also from before anyone listened', () => {
    const it = open()
    it.signal({ type: 'chat', message: { name: 'chat.typing', payload: {} } })
    it.signal({ type: 'chat', message: { name: 'chat.read', payload: { seq: 3 } } })
    it.connection.put(connected(null, 2))
    it.connection.put(connected(null, 2))
    it.changeLanguage()
    expect(it.told).toEqual([
      { name: 'chat.typing', payload: {} },
      { name: 'chat.read', payload: { seq: 3 } },
      { name: 'chat.unread', payload: { count: 2 } },
      { name: 'language', payload: null },
    ])
    expect(it.line.unread()).toBe(2)
  })

  test('nothing of the previous player', () => {
    const it = open()
    it.session.put(signedIn('mai', 'token of mai'))
    it.told.splice(0)
    it.signal({ type: 'chat', message: { name: 'chat.typing', payload: {} } })
    expect(it.told).toEqual([])
  })

  test('nothing to who listens no more', () => {
    const it = open()
    const heard: unknown[] = []
    const stop = it.line.on('chat.typing', () => heard.push('typing'))
    it.signal({ type: 'chat', message: { name: 'chat.typing', payload: {} } })
    stop()
    it.signal({ type: 'chat', message: { name: 'chat.typing', payload: {} } })
    expect(heard).toEqual(['typing'])
  })
})
