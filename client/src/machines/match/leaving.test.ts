import { describe, expect, test } from 'vitest'
import { idOf, scriptedServer } from './testing/scripted-server.ts'
import { expectSame, join, memory, openPlaying, openTab, settle } from './testing/tabs.ts'

describe('leaving', () => {
  test('a seat left by choice stays left', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    tab.actor.send({ type: 'match.leave' })
    await tab.pass(1_000)
    expect(tab.context().seat).toBeNull()
    expect(server.askedOf('match.sit')).toHaveLength(1)
  })

  test('a seat left without a connection is given up after the reconnect', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.cut()
    tab.actor.send({ type: 'match.leave' })
    server.restore()
    await settle()
    expect(server.askedOf('match.leave')).toHaveLength(1)
    expect(tab.context()).toMatchObject({ seat: null, outbox: [] })
    expectSame(tab, server)
  })

  test.each([1303, 1308])(
    'a leave that is refused (%i) since the seat is gone says nothing',
    async (code) => {
      const server = scriptedServer()
      const tab = openTab(server)
      const told: number[] = []
      tab.actor.on('refusal', ({ refused }) => told.push(refused.code))
      await settle()
      server.cut()
      tab.actor.send({ type: 'match.leave' })
      server.fault('match.leave', 'answer later')
      server.refuse('match.leave', code)
      server.restore()
      await settle()
      server.mute(true)
      server.act({ type: 'stand', at: 0, seat: 0, reason: 'absent' })
      server.mute(false)
      server.answerLate()
      await settle()
      expect(told).toEqual([])
      expect(tab.context()).toMatchObject({ seat: null, refused: null, outbox: [] })
      expectSame(tab, server)
    },
  )

  test.each([1429, 1500])('a leave that is refused for a moment (%i) is sent again', async (code) => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.refuse('match.leave', code)
    tab.actor.send({ type: 'match.leave' })
    await tab.pass(900)
    expect(server.askedOf('match.leave')).toHaveLength(1)
    await tab.pass(200)
    const [first, second, ...more] = server.askedOf('match.leave')
    expect(second).toEqual(first)
    expect(more).toEqual([])
    expect(tab.context()).toMatchObject({ seat: null, refused: null, outbox: [] })
    expectSame(tab, server)
  })

  test('a seat left in another tab is not looked for again', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.act({ type: 'stand', at: 0, seat: 0, reason: 'left' })
    await tab.pass(1_000)
    expect(tab.is({ gathering: 'standing' })).toBe(true)
    expect(server.askedOf('match.sit')).toHaveLength(1)
  })

  test('a seat left in another tab while this one was away is not looked for again', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.cut()
    server.act({ type: 'stand', at: 0, seat: 0, reason: 'left' })
    server.changePlayer()
    server.restore()
    await tab.pass(1_000)
    expect(tab.is({ gathering: 'standing' })).toBe(true)
    expect(server.askedOf('match.sit')).toHaveLength(1)
  })

  test.each(['is freed later', 'was freed before'])(
    'no seat is looked for with the coins of who signed in since, where the first one %s',
    async (seat) => {
      const server = scriptedServer()
      const tab = openTab(server)
      await settle()
      server.cut()
      if (seat === 'was freed before') server.act({ type: 'stand', at: 0, seat: 0, reason: 'absent' })
      tab.known.userId = 'the next'
      server.changePlayer()
      server.restore()
      await tab.pass(1_000)
      if (seat === 'is freed later') server.act({ type: 'stand', at: 0, seat: 0, reason: 'absent' })
      await tab.pass(1_000)
      expect(tab.is({ gathering: 'standing' })).toBe(true)
      expect(server.askedOf('lobby.find')).toHaveLength(1)
      tab.actor.send({ type: 'seat.take' })
      await tab.pass(1_000)
      expect(tab.context().seat).toBe(0)
    },
  )

  test('a seat is found at another table as soon as the one left without a connection is given up', async () => {
    const storage = memory()
    const left = await openPlaying(scriptedServer(), { storage })
    left.server.cut()
    left.tab.actor.send({ type: 'match.leave' })
    const server = scriptedServer({ matches: ['b'] })
    for (let time = 0; time < 2; time += 1) server.refuse('lobby.find', 1305)
    const seated = { matchId: idOf('a'), gameId: 'mines-trial' }
    const next = openTab(server, { input: { ...join, gameId: 'mines-duel' }, storage, seated, seed: 2 })
    await next.pass(1_000)
    expect(next.context()).toMatchObject({ seat: 0, refused: null })
  })

  test('a seat held elsewhere that no one leaves is an error', async () => {
    const storage = memory()
    await openPlaying(scriptedServer(), { storage })
    const server = scriptedServer({ matches: ['b'] })
    server.refuse('lobby.find', 1305)
    const seated = { matchId: idOf('a'), gameId: 'mines-trial' }
    const next = openTab(server, { input: { ...join, gameId: 'mines-duel' }, storage, seated, seed: 2 })
    await next.pass(1_000)
    expect(next.has('failed')).toBe(true)
    expect(next.context().refused?.code).toBe(1305)
  })

  test('a seat left during a resume is given up', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.restore()
    expect(tab.is('syncing')).toBe(true)
    tab.actor.send({ type: 'match.leave' })
    await settle()
    expect(tab.context()).toMatchObject({ seat: null, outbox: [] })
    expectSame(tab, server)
  })

  test('a match left behind ends without forgetting the secrets of the next seat', async () => {
    const storage = memory()
    const left = await openPlaying(scriptedServer(), { storage })
    left.server.cut()
    left.tab.actor.send({ type: 'match.leave' })
    const next = openTab(scriptedServer({ matches: ['b'] }), { storage, seed: 2 })
    await settle()
    left.server.restore()
    await settle()
    expect(left.tab.has('finished')).toBe(true)
    expect(JSON.parse(storage.get('match') ?? '{}')).toMatchObject({
      secrets: { matchId: idOf('b'), commit: next.context().secrets?.commit },
    })
  })

  test('a free seat is not given up once its stake is locked in', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.cut()
    tab.actor.send({ type: 'match.leave' })
    server.fill()
    server.lock()
    server.restore()
    await settle()
    server.revealOthers()
    server.start()
    await settle()
    expect(server.askedOf('match.leave')).toHaveLength(0)
    expect(tab.is('live')).toBe(true)
    expect(tab.standing()).not.toBe('out')
  })
})
