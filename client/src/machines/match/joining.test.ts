import { describe, expect, test } from 'vitest'
import { idOf, scriptedServer } from './testing/scripted-server.ts'
import { expectSame, memory, openAtOurTurn, openTab, settle, type TabOptions } from './testing/tabs.ts'
import type { MatchInput } from './types.ts'

describe('joining', () => {
  test('finds a table, sits down with a commitment, and gathers', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    expect(tab.has('loading')).toBe(true)
    await settle()
    expect(tab.is('gathering')).toBe(true)
    expect(tab.context()).toMatchObject({ matchId: idOf('a'), seat: 0 })
    expectSame(tab, server)
  })

  test('keeps the seed in this tab before the commitment is sent', async () => {
    const server = scriptedServer()
    const storage = memory()
    const ask = server.port.ask
    let keptAtSit: string | null = null
    server.port.ask = (name, payload, timeoutMs) => {
      if (name === 'match.sit') keptAtSit = storage.get('match')
      return ask(name, payload, timeoutMs)
    }
    openTab(server, { storage })
    await settle()
    const sat = server.askedOf('match.sit')[0]
    expect(keptAtSit).not.toBeNull()
    expect(JSON.parse(keptAtSit ?? '')).toMatchObject({
      secrets: sat && { commit: (sat as { commit: string }).commit },
    })
  })

  test.each(['match.reveal', 'match.open'] as const)(
    'keeps %s in this tab before it is sent',
    async (name) => {
      const server = scriptedServer()
      const storage = memory()
      const ask = server.port.ask
      let keptAtAsk: string | null = null
      server.port.ask = (asked, payload, timeoutMs) => {
        if (asked === name) keptAtAsk = storage.get('match')
        return ask(asked, payload, timeoutMs)
      }
      const { tab } = await openAtOurTurn(server, { storage })
      tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
      await settle()
      expect(JSON.parse(keptAtAsk ?? '{}')).toMatchObject({ outbox: [{ name }] })
    },
  )

  test.each([
    ['finds no table', 'lobby.find', 1503],
    ['finds the table full', 'match.sit', 1304],
    ['gets no answer', 'match.sit', 1503],
  ] as const)('that %s waits to be asked again once someone else has signed in', async (_, name, code) => {
    const server = scriptedServer()
    server.refuse(name, code)
    const tab = openTab(server, { userId: 'the first' })
    await settle()
    const before = server.askedOf('match.sit').length
    tab.known.userId = 'the next'
    server.changePlayer()
    await tab.pass(5_000)
    expect(server.askedOf('match.sit')).toHaveLength(before)
    expect(tab.is('failed')).toBe(true)
    tab.actor.send({ type: 'match.retry' })
    await settle()
    expect(tab.is('gathering')).toBe(true)
  })

  test('without a connection waits to be asked again once someone else has signed in', async () => {
    const server = scriptedServer()
    server.cut()
    const tab = openTab(server, { userId: 'the first' })
    tab.known.userId = 'the next'
    server.changePlayer()
    server.restore()
    await tab.pass(1_000)
    expect(server.askedOf('lobby.find')).toEqual([])
    expect(tab.is('failed')).toBe(true)
  })

  test('a match that is only looked at is still followed once someone else has signed in', async () => {
    const server = scriptedServer()
    server.cut()
    const input: MatchInput = { kind: 'return', gameId: 'mines-trial', matchId: idOf('a') }
    const tab = openTab(server, { input, userId: 'the first' })
    tab.known.userId = 'the next'
    server.restore()
    await settle()
    expect(tab.is({ gathering: 'standing' })).toBe(true)
  })

  test('a seat that was asked for by hand is asked for no more once someone else has signed in', async () => {
    const server = scriptedServer()
    const input: MatchInput = { kind: 'return', gameId: 'mines-trial', matchId: idOf('a') }
    const tab = openTab(server, { input, userId: 'the first' })
    await settle()
    server.refuse('match.sit', 1503)
    tab.actor.send({ type: 'seat.take' })
    await settle()
    tab.known.userId = 'the next'
    await tab.pass(5_000)
    expect(server.askedOf('match.sit')).toHaveLength(1)
    expect(tab.is({ gathering: 'standing' })).toBe(true)
    tab.actor.send({ type: 'seat.take' })
    await settle()
    expect(tab.context().seat).toBe(0)
  })

  test('looks for another table when this one is full, and gives up after a while', async () => {
    const server = scriptedServer()
    server.refuse('match.sit', 1304)
    const tab = openTab(server)
    await settle()
    expect(tab.has('loading')).toBe(true)
    await tab.pass(300)
    expect(tab.is('gathering')).toBe(true)

    const full = scriptedServer()
    for (let time = 0; time < 20; time++) full.refuse('match.sit', 1304)
    const unlucky = openTab(full)
    await unlucky.pass(20_000)
    expect(unlucky.is('failed')).toBe(true)
    expect(unlucky.context().refused?.code).toBe(1304)
    expect(full.askedOf('match.sit')).toHaveLength(9)
  })

  test('looks for another table when tied players sit at this one, and knows that it may take longer', async () => {
    const server = scriptedServer()
    server.refuse('match.sit', 1312)
    const ask = server.port.ask
    server.port.ask = async (name, payload, timeoutMs) => {
      const answer = await ask(name, payload, timeoutMs)
      const isAgain = name === 'lobby.find' && server.askedOf('match.sit').length > 0
      return isAgain && answer.data ? { ...answer, data: { ...answer.data, apart: true } } : answer
    }
    const tab = openTab(server)
    await settle()
    expect(tab.context().apart).toBe(false)
    await tab.pass(300)
    expect(tab.is('gathering')).toBe(true)
    expect(tab.context()).toMatchObject({ seat: 0, apart: true })
  })

  test('a pause from sitting says when it ends', async () => {
    const server = scriptedServer()
    server.refuse('lobby.find', 1311)
    const ask = server.port.ask
    server.port.ask = async (name, payload, timeoutMs) => {
      const answer = await ask(name, payload, timeoutMs)
      return name === 'lobby.find' ? { ...answer, detail: { until: 7_200_000 } } : answer
    }
    const tab = openTab(server)
    await settle()
    expect(tab.has('failed')).toBe(true)
    expect(tab.context().refused).toMatchObject({ code: 1311, until: 7_200_000 })
  })

  test('a short rate limit is waited out, and a guest refused for their network learns until when', async () => {
    const wait = (seconds: number) => {
      const server = scriptedServer()
      server.refuse('lobby.find', 1429)
      const ask = server.port.ask
      server.port.ask = async (name, payload, timeoutMs) => {
        const answer = await ask(name, payload, timeoutMs)
        return answer.code === 1429 ? { ...answer, detail: { seconds } } : answer
      }
      return { server, tab: openTab(server) }
    }
    const short = wait(2)
    await settle()
    expect(short.tab.has('loading')).toBe(true)
    await short.tab.pass(300)
    expect(short.tab.is('gathering')).toBe(true)

    const { server, tab } = wait(1_800)
    await settle()
    expect(tab.has('failed')).toBe(true)
    const { refused } = tab.context()
    expect(refused).toMatchObject({ code: 1429, until: (refused?.at ?? 0) + 1_800_000 })
    await tab.pass(20_000)
    expect(server.askedOf('lobby.find')).toHaveLength(1)
    tab.actor.send({ type: 'match.retry' })
    await settle()
    expect(tab.is('gathering')).toBe(true)
  })

  test('a seat that a guest was refused is asked for again once they have signed in', async () => {
    const server = scriptedServer()
    server.refuse('match.sit', 1307)
    const tab = openTab(server)
    await settle()
    expect(tab.has('failed')).toBe(true)
    server.tell({ type: 'up' })
    await settle()
    expect(tab.has('failed')).toBe(true)
    tab.known.isPlayer = true
    server.tell({ type: 'up' })
    await settle()
    expect(tab.is('gathering')).toBe(true)
  })

  test('a seat whose answer was lost is asked for again under the same id, and taken once', async () => {
    const server = scriptedServer()
    server.fault('match.sit', 'lose answer')
    const tab = openTab(server)
    await tab.pass(500)
    const [first, second] = server.askedOf('match.sit')
    expect(second).toEqual(first)
    expect(server.match().state().table.filter(Boolean)).toHaveLength(1)
    expect(tab.is('gathering')).toBe(true)
  })

  test('a refusal is reported and can be tried again at another table', async () => {
    const server = scriptedServer()
    server.refuse('match.sit', 1306)
    const tab = openTab(server)
    await settle()
    expect(tab.has('failed')).toBe(true)
    expect(tab.context().refused?.code).toBe(1306)
    tab.actor.send({ type: 'match.retry' })
    await settle()
    expect(tab.is('gathering')).toBe(true)
  })

  test('waits for the connection and joins as soon as it is up', async () => {
    const server = scriptedServer()
    server.cut()
    const tab = openTab(server)
    await settle()
    expect(tab.has('loading')).toBe(true)
    expect(server.asked).toHaveLength(0)
    server.restore()
    await settle()
    expect(tab.is('gathering')).toBe(true)
  })

  test('a match no one knows is not found', async () => {
    const tab = openTab(scriptedServer(), {
      input: { kind: 'return', gameId: 'mines-trial', matchId: idOf('9') },
    })
    await settle()
    expect(tab.has('failed')).toBe(true)
    expect(tab.context().refused?.code).toBe(1404)
  })

  test('a seat that was freed while we were away is looked for again', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.act({ type: 'stand', at: 0, seat: 0, reason: 'absent' })
    await tab.pass(300)
    expect(tab.context()).toMatchObject({ matchId: idOf('a'), seat: 0 })
    expect(server.askedOf('match.sit')).toHaveLength(2)
    expectSame(tab, server)
  })
})

describe('a match come to by its link', () => {
  const visit: MatchInput = { kind: 'return', gameId: 'mines-trial', matchId: idOf('a') }

  test('is looked at while it gathers, and sat at when the player says so', async () => {
    const server = scriptedServer({ seats: 3 })
    server.makePrivate()
    const tab = openTab(server, { input: visit })
    await settle()
    expect(tab.is({ gathering: 'standing' })).toBe(true)
    expect(tab.actor.getSnapshot().can({ type: 'seat.take' })).toBe(true)
    expect(tab.context()).toMatchObject({ seat: null, isPrivate: true, stake: '100', asset: 'trial' })
    expect(server.asked.map(({ name }) => name)).toEqual(['match.follow'])
    tab.actor.send({ type: 'seat.take' })
    await settle()
    expect(tab.is({ gathering: 'seated' })).toBe(true)
    expect(tab.context().seat).toBe(0)
    server.fill()
    server.lock()
    await settle()
    expect(server.askedOf('match.reveal')).toHaveLength(1)
    expectSame(tab, server)
  })

  test('takes one seat, however often the button is pressed or the answer lost', async () => {
    const server = scriptedServer({ seats: 3 })
    server.fault('match.sit', 'lose answer')
    const tab = openTab(server, { input: visit })
    await settle()
    tab.actor.send({ type: 'seat.take' })
    tab.actor.send({ type: 'seat.take' })
    await tab.pass(500)
    const asked = server.askedOf('match.sit')
    expect(new Set(asked.map((sat) => JSON.stringify(sat))).size).toBe(1)
    expect(server.match().state().table.filter(Boolean)).toHaveLength(1)
    expect(tab.context().seat).toBe(0)
  })

  test('takes the seat that is asked for while the match is followed once more', async () => {
    const server = scriptedServer({ seats: 3 })
    const tab = openTab(server, { input: visit })
    await settle()
    server.fault('match.follow', 'answer later')
    server.restore()
    tab.actor.send({ type: 'seat.take' })
    await settle()
    expect(tab.context().seat).toBe(0)
    expectSame(tab, server)
  })

  test('keeps the ticket of a seat in doubt over a cut: the seat is known when it was given', async () => {
    const server = scriptedServer({ seats: 3 })
    server.fault('match.sit', 'answer later')
    const tab = openTab(server, { input: visit })
    await settle()
    tab.actor.send({ type: 'seat.take' })
    await settle()
    server.cut()
    server.restore()
    await settle()
    expect(tab.is({ gathering: 'seated' })).toBe(true)
    expect(tab.context().seat).toBe(0)
  })

  test('tells a refusal and stays at the table; the next press draws a new ticket', async () => {
    const server = scriptedServer({ seats: 3 })
    server.refuse('match.sit', 1306)
    const tab = openTab(server, { input: visit })
    await settle()
    tab.actor.send({ type: 'seat.take' })
    await settle()
    expect(tab.is({ gathering: 'standing' })).toBe(true)
    expect(tab.context().refused?.code).toBe(1306)
    tab.actor.send({ type: 'seat.take' })
    await settle()
    expect(tab.context()).toMatchObject({ seat: 0, refused: null })
    const [first, second] = server.askedOf('match.sit').map((sat) => (sat as { commandId: string }).commandId)
    expect(first).not.toBe(second)
  })

  test('a seat freed while we were away may be taken again at the same table, and no other is looked for', async () => {
    const server = scriptedServer({ seats: 3 })
    const tab = openTab(server, { input: visit })
    await settle()
    tab.actor.send({ type: 'seat.take' })
    await settle()
    server.act({ type: 'stand', at: 0, seat: 0, reason: 'absent' })
    await tab.pass(1_000)
    expect(tab.is({ gathering: 'standing' })).toBe(true)
    expect(server.askedOf('lobby.find')).toHaveLength(0)
    tab.actor.send({ type: 'seat.take' })
    await settle()
    expect(tab.context().seat).toBe(0)
  })

  test('full when we press is reported, and watched from there', async () => {
    const server = scriptedServer({ seats: 2 })
    const tab = openTab(server, { input: visit })
    await settle()
    server.mute(true)
    server.fill()
    server.mute(false)
    tab.actor.send({ type: 'seat.take' })
    await settle()
    expect(tab.context().refused?.code).toBe(1304)
    server.beat()
    await tab.pass(500)
    tab.actor.send({ type: 'seat.take' })
    await settle()
    expect(server.askedOf('match.sit')).toHaveLength(1)
    expectSame(tab, server)
  })

  test('a seat that another tab takes in the meantime is shown here too', async () => {
    const server = scriptedServer({ seats: 3 })
    const [first, options] = [openTab(server, { input: visit }), { input: visit, seed: 2 } as TabOptions]
    const second = openTab(server, options)
    await settle()
    first.actor.send({ type: 'seat.take' })
    await settle()
    expect(second.context().seat).toBeNull()
    options.seated = { matchId: idOf('a'), gameId: 'mines-trial' }
    server.beat()
    await settle()
    expect(second.is({ gathering: 'seated' })).toBe(true)
    expect(server.askedOf('match.sit')).toHaveLength(1)
  })

  test('a seat that another tab took here is found instead of taken again', async () => {
    const server = scriptedServer({ seats: 3 })
    const first = openTab(server, { input: visit })
    await settle()
    first.actor.send({ type: 'seat.take' })
    await settle()
    const seated = { matchId: idOf('a'), gameId: 'mines-trial' }
    const second = openTab(server, { input: visit, seated, seed: 2 })
    await settle()
    expect(second.context().seat).toBe(0)
    expect(server.askedOf('match.sit')).toHaveLength(1)
  })
})
