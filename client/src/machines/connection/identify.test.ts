import type { Envelope } from '@minefall/shared/contracts'
import { describe, expect, test } from 'vitest'
import { balance, type Held, open, openLive, settle } from './testing/world.ts'

describe('signing in and out', () => {
  const anna = { name: 'Anna', avatar: 'b', kind: 'player' as const }
  const known = (version = 1, as = anna) => ({
    code: 200,
    msg: 'ok',
    data: { player: as, seated: null, balance: balance(version) },
  })
  const asked = (link: Held) => link.asked.filter(({ name }) => name === 'session.use')
  const tokensOf = (link: Held) => asked(link).map(({ payload }) => (payload as { token: unknown }).token)
  const answer = async (link: Held, envelope: Envelope<unknown>) => {
    asked(link).at(-1)?.answer(envelope)
    await settle()
  }

  test('a link is opened with the token in store, and no one is asked again who it is', async () => {
    const it = open()
    it.world.token = 'first'
    it.actor.send({ type: 'connection.open' })
    await settle()
    expect(it.last().token).toBe('first')
    expect(it.context().identityToken).toBeNull()
    await it.last().welcome()
    expect(it.context().identityToken).toBe('first')
    it.actor.send({ type: 'connection.identify' })
    await settle()
    expect(asked(it.last())).toEqual([])
  })

  test('changes the player in place: their balance counts from its own version, and matches follow again', async () => {
    const it = await openLive()
    it.last().say({ name: 'balance', payload: balance(50) })
    it.world.token = 'first'
    it.actor.send({ type: 'connection.identify' })
    await settle()
    expect(tokensOf(it.last())).toEqual(['first'])
    expect(it.signals).toEqual(['up'])
    await answer(it.last(), known(3))
    const annas = { player: anna, identityToken: 'first', seated: null, balance: { version: 3 } }
    expect(it.context()).toMatchObject(annas)
    expect(it.signals).toEqual(['up', 'up'])
    expect(it.links).toHaveLength(1)
    it.last().say({ name: 'balance', payload: balance(4) })
    expect(it.context().balance?.version).toBe(4)
    it.world.token = null
    it.actor.send({ type: 'connection.identify' })
    await settle()
    expect(tokensOf(it.last())).toEqual(['first', null])
  })

  test.each(['without a link', 'over a link that answers nothing'])(
    'the seat of an account ends with its session, %s',
    async (how) => {
      const it = open()
      it.world.token = 'first'
      it.actor.send({ type: 'connection.open' })
      await settle()
      await it.last().welcome()
      expect(it.context().seated).not.toBeNull()
      if (how === 'without a link') it.last().end('network')
      it.world.token = null
      it.actor.send({ type: 'connection.identify' })
      expect(it.context().seated).toBeNull()
    },
  )

  test('the seat of a guest who signs in stays: an account plays on with it', async () => {
    const it = await openLive()
    it.last().end('network')
    it.world.token = 'first'
    it.actor.send({ type: 'connection.identify' })
    expect(it.context().seated).not.toBeNull()
  })

  test('someone who signs in while the link is being opened is reported with the welcome', async () => {
    const it = open()
    it.actor.send({ type: 'connection.open' })
    await settle()
    it.world.token = 'first'
    it.actor.send({ type: 'connection.identify' })
    await it.last().welcome()
    expect(tokensOf(it.last())).toEqual(['first'])
  })

  test('of two changes at once the answer to the newer counts', async () => {
    const it = await openLive()
    for (const token of ['first', 'second']) {
      it.world.token = token
      it.actor.send({ type: 'connection.identify' })
      await settle()
    }
    expect(tokensOf(it.last())).toEqual(['first', 'second'])
    const [older, newer] = asked(it.last())
    older?.answer(known(3, { ...anna, name: 'Older' }))
    newer?.answer(known(2))
    await settle()
    expect(it.context()).toMatchObject({ player: anna, balance: { version: 2 } })
    expect(it.signals).toEqual(['up', 'up'])
  })

  const refused = { code: 1502, msg: 'expired', data: null }

  test('a token that is refused is tried with one call, which renews it', async () => {
    const it = await openLive()
    it.world.token = 'expired'
    it.world.recover = async () => {
      it.world.token = 'renewed'
    }
    it.actor.send({ type: 'connection.identify' })
    await settle()
    await answer(it.last(), refused)
    expect(it.context().player?.kind).toBe('guest')
    await it.pass(300)
    expect([it.world.recoveries, tokensOf(it.last())]).toEqual([[300], ['expired', 'renewed']])
    await answer(it.last(), known())
    expect(it.context().player).toEqual(anna)
  })

  test('a token that is refused again and again is tried with longer and longer pauses, even where the call fails', async () => {
    const it = await openLive()
    it.world.token = 'bad'
    it.world.recover = () => Promise.reject(new Error('away'))
    it.actor.send({ type: 'connection.identify' })
    await settle()
    for (let refusal = 0; refusal < 4; refusal++) {
      await answer(it.last(), refused)
      await it.pass(800)
    }
    const pauses = it.world.recoveries.map((at, index) => at - 800 * index)
    expect(pauses).toEqual([300, 600, 800, 800])
    await it.pass(70_000, 1_000)
    await answer(it.last(), refused)
    await it.pass(300)
    expect(it.world.recoveries.at(-1)).toBe(73_500)
  })

  test('a server in trouble is asked again in a while', async () => {
    const it = await openLive()
    it.world.token = 'first'
    it.actor.send({ type: 'connection.identify' })
    await settle()
    await answer(it.last(), { code: 1503, msg: 'away', data: null })
    await it.pass(1_900)
    expect(tokensOf(it.last())).toEqual(['first'])
    await it.pass(200)
    expect(tokensOf(it.last())).toEqual(['first', 'first'])
    await answer(it.last(), known())
    expect(it.context().player).toEqual(anna)
  })

  test('a move to another server that knows nothing of it is made up for', async () => {
    const it = await openLive()
    const first = it.last()
    first.say({ name: 'drain', payload: { withinMs: 5_000 } })
    await settle()
    it.world.token = 'first'
    it.actor.send({ type: 'connection.identify' })
    await settle()
    const second = it.last()
    expect([tokensOf(first), second.token]).toEqual([['first'], null])
    await second.welcome({ version: 9 })
    expect([it.context().identityToken, tokensOf(second)]).toEqual([null, ['first']])
    await answer(first, known(5))
    expect(it.context().player?.kind).toBe('guest')
    await answer(second, known(6))
    expect(it.context()).toMatchObject({ player: anna, balance: { version: 6 } })
  })

  test('a move after it keeps the newest balance', async () => {
    const it = await openLive()
    it.world.token = 'first'
    it.actor.send({ type: 'connection.identify' })
    await settle()
    await answer(it.last(), known(7))
    it.last().say({ name: 'drain', payload: { withinMs: 5_000 } })
    await settle()
    await it.last().welcome({ version: 6 })
    expect(asked(it.last())).toEqual([])
    expect(it.context().balance?.version).toBe(7)
  })

  test('a connection that is closed as signed out tries its token with a call', async () => {
    const it = await openLive()
    it.world.recover = async () => {
      it.world.token = 'renewed'
    }
    it.last().end('signed-out')
    await settle()
    expect([it.has('disconnected'), it.links.length]).toEqual([true, 1])
    await it.pass(300)
    expect([it.world.recoveries, it.last().token]).toEqual([[300], 'renewed'])
    // Who was removed in the meantime is not brought back by it.
    it.last().end('kicked')
    await it.pass(20_000, 10_000)
    expect([it.is('ended'), it.links.length]).toEqual([true, 2])
  })

  test('a changed profile is shown and told of, also while moving', async () => {
    const it = await openLive()
    it.last().say({ name: 'profile', payload: { player: anna } })
    expect(it.context().player).toEqual(anna)
    const first = it.last()
    first.say({ name: 'drain', payload: { withinMs: 5_000 } })
    await settle()
    first.say({ name: 'profile', payload: { player: { ...anna, name: 'Ann' } } })
    expect(it.context().player?.name).toBe('Ann')
    expect(it.told).toEqual(['connection.profileChanged', 'connection.profileChanged'])
  })
  test('an order that moved is reported, whatever its status is called', async () => {
    const it = await openLive()
    const orderId = '01890000-0000-7000-8000-000000000001'
    it.last().say({ name: 'order', payload: { orderId, status: 'reviewing' } })
    it.last().say({ name: 'order', payload: { orderId, status: 'frozen' } })
    expect(it.told).toEqual(['connection.orderMoved', 'connection.orderMoved'])
    expect(it.is('live')).toBe(true)
  })

  test('news that were lost are taken for one of each, and the match goes on undisturbed', async () => {
    const it = await openLive()
    it.last().say({ name: 'missed', payload: {} })
    expect(it.told).toEqual(['connection.profileChanged', 'connection.orderMoved', 'connection.rewarded'])
    expect(it.signals).toEqual(['up', 'missed'])
  })
})
