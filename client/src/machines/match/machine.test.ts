import type { CloseCode } from '@minefall/shared/contracts'
import { seededHex, seededRandom } from '@minefall/shared/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { safeStorage } from '../../lib/storage.ts'
import type { SeatedAt } from './io.ts'
import { createIoActor } from './io-actor.ts'
import { matchMachine } from './machine.ts'
import { createProverActor } from './prover-actor.ts'
import { createVault } from './secrets.ts'
import { idOf, scriptedServer } from './testing/scripted-server.ts'
import type { MatchInput } from './types.ts'

const settle = async () => {
  for (let round = 0; round < 5; round++) await new Promise<void>((resolve) => setTimeout(resolve, 0))
}

const memory = () => {
  const kept = new Map<string, string>()
  return safeStorage(() => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }))
}

const join: MatchInput = { kind: 'join', gameId: 'mines-trial', stake: '100', asset: 'trial' }
const running: { stop(): unknown }[] = []
afterEach(() => {
  for (const actor of running.splice(0)) actor.stop()
})

type Server = ReturnType<typeof scriptedServer>
type TabOptions = {
  input?: MatchInput
  storage?: ReturnType<typeof memory>
  seated?: SeatedAt | null
  closeCode?: CloseCode | null
  seed?: number
}

/** One tab at a match, with its own clock and its own session storage. */
const openTab = (server: Server, options: TabOptions = {}) => {
  const { input = join, storage = memory(), closeCode = null, seed = 1 } = options
  const random = seededRandom(seed)
  const clock = new SimulatedClock()
  const tools = {
    now: () => clock.now(),
    draw: (bytes: number) => seededHex(random, bytes),
    vault: createVault(storage),
    seated: () => options.seated ?? null,
  }
  const provided = matchMachine.provide({
    actors: {
      io: createIoActor(server.port, { closeCode: () => closeCode }),
      prover: createProverActor((run) => setTimeout(run, 0)),
    },
  })
  const actor = createActor(provided, { input: { ...input, tools }, clock }).start()
  running.push(actor)
  return {
    actor,
    storage,
    clock,
    context: () => actor.getSnapshot().context,
    is: (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      actor.getSnapshot().matches(state),
    has: (
      tag: 'busy' | 'maySit' | 'canPlay' | 'suspended' | 'watching' | 'finished' | 'failed' | 'loading',
    ) => actor.getSnapshot().hasTag(tag),
    /** Lets time pass in steps, so that what each timer starts is answered before the next. */
    pass: async (ms: number) => {
      for (let left = ms; left > 0; left -= 100) {
        clock.increment(Math.min(100, left))
        await settle()
      }
    },
  }
}
type Tab = ReturnType<typeof openTab>

/** A tab whose match has just started. */
const openPlaying = async (server = scriptedServer(), options: TabOptions = {}) => {
  const tab = openTab(server, options)
  await settle()
  server.fill()
  server.lock()
  await settle()
  server.revealOthers()
  server.start()
  await settle()
  return { server, tab }
}

/** The same, at our turn. */
const openAtOurTurn = async (server = scriptedServer(), options: TabOptions = {}) => {
  const { tab } = await openPlaying(server, options)
  server.untilOurTurn()
  await settle()
  return { server, tab }
}

/** Whether the tab knows exactly what the server knows. */
const expectSame = (tab: Tab, server: Server) => {
  expect(tab.context().state).toEqual(server.match().state())
  expect(tab.context().hash).toBe(server.match().hash())
}

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

  test('a refusal is told and can be tried again at another table', async () => {
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

  test('a match nobody knows is not found', async () => {
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

  test('a seat left by choice stays left', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    tab.actor.send({ type: 'match.leave' })
    await tab.pass(1_000)
    expect(tab.context().seat).toBeNull()
    expect(server.askedOf('match.sit')).toHaveLength(1)
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
    expect(tab.has('maySit')).toBe(true)
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

  test('full when we press is told, and watched from there', async () => {
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

  test('a seat that another tab takes meanwhile is shown here too', async () => {
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

describe('locking', () => {
  test('reveals by itself once the lock is what it should be', async () => {
    const { server, tab } = await openPlaying()
    expect(server.askedOf('match.reveal')).toHaveLength(1)
    expect(tab.is('live')).toBe(true)
    expectSame(tab, server)
  })

  test('keeps the seed from a lock that is not what we sat down to', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.fill()
    server.lock(() => 'ab'.repeat(32))
    await settle()
    expect(server.askedOf('match.reveal')).toHaveLength(0)
    expect(tab.has('failed')).toBe(true)
    expect(tab.context().proof).toEqual({ status: 'failed', reason: 'lock' })
  })

  test('a reload between lock and reveal still reveals', async () => {
    const server = scriptedServer()
    const storage = memory()
    const before = openTab(server, { storage })
    await settle()
    before.actor.stop()
    server.fill()
    server.lock()
    const after = openTab(server, { storage, seated: { matchId: idOf('a'), gameId: 'mines-trial' }, seed: 2 })
    await settle()
    expect(server.match().state().table[0]?.seed).toBeDefined()
    server.revealOthers()
    server.start()
    await settle()
    expect(after.is('live')).toBe(true)
    expectSame(after, server)
  })

  test('a reveal that was lost is sent again under the same id', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.fault('match.reveal', 'lose request')
    server.fill()
    server.lock()
    await settle()
    const [first, second] = server.askedOf('match.reveal')
    expect(second).toEqual(first)
    expect(server.match().state().table[0]?.seed).toBeDefined()
    expectSame(tab, server)
  })

  test('after a void for a missing seed it sits again by itself, with everything drawn anew', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.fill()
    server.lock()
    await settle()
    const voided = server.match()
    server.act({
      type: 'void',
      at: 0,
      reason: 'seed-missing',
      serverSeed: voided.serverSeed,
      next: idOf('b'),
    })
    server.openNext()
    await settle()
    expect(tab.is('gathering')).toBe(true)
    expect(tab.context()).toMatchObject({ matchId: idOf('b'), refused: null })
    const commits = server.askedOf('match.sit').map((sat) => (sat as { commit: string }).commit)
    expect(new Set(commits).size).toBe(2)
    expectSame(tab, server)
  })
})

describe('a move', () => {
  test('is shown as sent at once, as committed when acknowledged, and is over with its event', async () => {
    const { server, tab } = await openAtOurTurn()
    expect(tab.has('canPlay')).toBe(true)
    server.mute(true)
    const tile = server.tile(false)
    tab.actor.send({ type: 'tile.press', tile })
    expect(tab.context().pending).toMatchObject({ tile, stage: 'sent' })
    expect(tab.is({ live: 'submitting' })).toBe(true)
    await settle()
    expect(tab.context().pending).toMatchObject({ tile, stage: 'committed' })
    server.mute(false)
    server.beat()
    await settle()
    expect(tab.context().pending).toBeNull()
    expectSame(tab, server)
  })

  test('whose event comes before its acknowledgement is over, and the late acknowledgement changes nothing', async () => {
    const { server, tab } = await openAtOurTurn()
    server.fault('match.open', 'answer later')
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expect(tab.context().pending).toBeNull()
    server.answerLate()
    await settle()
    expect(tab.context()).toMatchObject({ pending: null, refused: null, outbox: [] })
    expectSame(tab, server)
  })

  test('is sent once, however often the tile is pressed', async () => {
    const { server, tab } = await openAtOurTurn()
    server.mute(true)
    const tile = server.tile(false)
    for (let press = 0; press < 3; press++) tab.actor.send({ type: 'tile.press', tile })
    await settle()
    expect(server.askedOf('match.open')).toHaveLength(1)
  })

  test('on an open tile, or when it is not our turn, is not sent', async () => {
    const { server, tab } = await openAtOurTurn()
    const open = server.tile(false)
    tab.actor.send({ type: 'tile.press', tile: open })
    await settle()
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    server.untilOurTurn()
    await settle()
    tab.actor.send({ type: 'tile.press', tile: open })
    tab.actor.send({ type: 'tile.press', tile: 200 })
    await settle()
    expect(server.askedOf('match.open')).toHaveLength(1)
  })

  test.each(['lose request', 'lose answer'] as const)('is decided once after: %s', async (fault) => {
    const { server, tab } = await openAtOurTurn()
    server.fault('match.open', fault)
    server.mute(true)
    const before = server.match().state().moves.length
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    server.mute(false)
    server.beat()
    await settle()
    expect(server.match().state().moves).toHaveLength(before + 1)
    expect(new Set(server.askedOf('match.open').map((asked) => JSON.stringify(asked))).size).toBe(1)
    expect(tab.context()).toMatchObject({ pending: null, outbox: [] })
    expectSame(tab, server)
  })

  test('that is refused says why and gives the turn back', async () => {
    const { server, tab } = await openAtOurTurn()
    server.refuse('match.open', 1429)
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expect(tab.context()).toMatchObject({ pending: null, refused: { code: 1429 } })
    expect(tab.has('canPlay')).toBe(true)
  })

  test('that is refused because our copy is behind brings the copy up to date', async () => {
    const { server, tab } = await openAtOurTurn()
    server.mute(true)
    server.open(server.seat(), server.tile(false))
    server.mute(false)
    expect(tab.has('canPlay')).toBe(true)
    server.refuse('match.open', 1309)
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expect(tab.context().refused?.code).toBe(1309)
    expectSame(tab, server)
  })
})

describe('recovery', () => {
  test('a hole in the sequence is filled by a resume, and counted', async () => {
    const { server, tab } = await openAtOurTurn()
    server.mute(true)
    server.open(server.seat(), server.tile(false))
    server.mute(false)
    server.untilOurTurn()
    await settle()
    expect(server.gaps()).toBe(1)
    expectSame(tab, server)
  })

  test('events that are already known are ignored', async () => {
    const { server, tab } = await openAtOurTurn()
    const { journal, matchId } = server.match()
    const before = tab.context().state
    server.say({ name: 'match.events', payload: { matchId, seq: 1, events: [...journal] } })
    await settle()
    expect(tab.context().state).toEqual(before)
    expect(server.gaps()).toBe(0)
  })

  test('a beat whose number is ours but whose hash is not brings a whole state', async () => {
    const { server, tab } = await openAtOurTurn()
    const follows = server.askedOf('match.follow').length
    server.beat(() => 'f'.repeat(14))
    await settle()
    expect(server.askedOf('match.follow').slice(follows)).toEqual([expect.objectContaining({ seq: null })])
    expectSame(tab, server)
  })

  test('an event that cannot follow on our copy brings a whole state', async () => {
    const { server, tab } = await openAtOurTurn()
    const { matchId, journal } = server.match()
    const impossible = { type: 'SeatOut', v: 1, at: 1, seat: 5, reason: 'left', place: 2 } as const
    server.say({ name: 'match.events', payload: { matchId, seq: journal.length + 1, events: [impossible] } })
    await settle()
    expect(server.askedOf('match.follow').at(-1)).toMatchObject({ seq: null })
    expectSame(tab, server)
  })

  test('a broken connection suspends the match; on return it resumes first and then takes moves', async () => {
    const { server, tab } = await openAtOurTurn()
    server.cut('timeout')
    expect(tab.has('suspended')).toBe(true)
    expect(tab.context().suspendedBy).toBe('timeout')
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    server.open(server.seat(), server.tile(false))
    server.untilOurTurn()
    server.restore()
    expect(tab.has('canPlay')).toBe(false)
    await settle()
    expect(tab.has('canPlay')).toBe(true)
    expect(tab.context().suspendedBy).toBeNull()
    expect(server.askedOf('match.open')).toHaveLength(0)
    expectSame(tab, server)
  })

  test('a move on its way when the connection broke is decided once', async () => {
    const { server, tab } = await openAtOurTurn()
    server.fault('match.open', 'answer later')
    server.mute(true)
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    server.cut()
    server.mute(false)
    server.restore()
    await settle()
    expect(server.askedOf('match.open')).toHaveLength(1)
    expect(tab.context()).toMatchObject({ pending: null, outbox: [] })
    expectSame(tab, server)
  })

  test('a resume that is not answered is asked again', async () => {
    const { server, tab } = await openAtOurTurn()
    server.cut()
    server.fault('match.follow', 'lose request')
    server.fault('match.follow', 'lose request')
    server.restore()
    await settle()
    expect(tab.has('canPlay')).toBe(false)
    await tab.pass(2_000)
    expect(tab.has('canPlay')).toBe(true)
  })

  test('a match that nobody tells of any more is asked about, and what got lost is made up for', async () => {
    const { server, tab } = await openAtOurTurn()
    server.mute(true)
    server.open(server.seat(), server.tile(false))
    server.untilOurTurn()
    server.mute(false)
    const follows = server.askedOf('match.follow').length
    await tab.pass(10_000)
    expect(server.askedOf('match.follow')).toHaveLength(follows)
    await tab.pass(5_000)
    expect(server.askedOf('match.follow')).toHaveLength(follows + 1)
    expect(tab.has('canPlay')).toBe(true)
    expectSame(tab, server)
  })

  test('the end of a match that got lost is asked for, also in mid-lock', async () => {
    const server = scriptedServer()
    const tab = openTab(server)
    await settle()
    server.mute(true)
    server.act({ type: 'void', at: 0, reason: 'abandoned', serverSeed: server.match().serverSeed })
    await settle()
    expect(tab.is('gathering')).toBe(true)
    await tab.pass(15_000)
    expect(tab.is('finished')).toBe(true)
    expectSame(tab, server)
    const follows = server.askedOf('match.follow').length
    await tab.pass(20_000)
    expect(server.askedOf('match.follow')).toHaveLength(follows)
  })

  test('as long as beats come nothing is asked; when they cease it is, until it is answered', async () => {
    const { server, tab } = await openAtOurTurn()
    const follows = server.askedOf('match.follow').length
    for (let second = 0; second < 30; second++) {
      await tab.pass(1_000)
      server.beat()
    }
    expect(server.askedOf('match.follow')).toHaveLength(follows)
    server.fault('match.follow', 'lose request')
    server.fault('match.follow', 'lose answer')
    await tab.pass(16_000)
    expect(server.askedOf('match.follow')).toHaveLength(follows + 3)
    expect(tab.has('canPlay')).toBe(true)
  })

  test('other messages of the match do not stand for how it is', async () => {
    const { server, tab } = await openAtOurTurn()
    const { matchId } = server.match()
    const follows = server.askedOf('match.follow').length
    for (let second = 0; second < 15; second++) {
      await tab.pass(1_000)
      server.say({ name: 'match.presence', payload: { matchId, seats: ['here', 'here'] } })
    }
    expect(server.askedOf('match.follow')).toHaveLength(follows + 1)
  })

  test('a slept tab resumes in place', async () => {
    const { server, tab } = await openAtOurTurn()
    server.mute(true)
    server.open(server.seat(), server.tile(false))
    server.untilOurTurn()
    server.mute(false)
    server.tell({ type: 'doubt' })
    await settle()
    expectSame(tab, server)
  })

  test('moving to another server resumes there without being suspended', async () => {
    const { server, tab } = await openAtOurTurn()
    const seen: boolean[] = []
    tab.actor.subscribe((snapshot) => seen.push(snapshot.hasTag('suspended')))
    server.tell({ type: 'up' })
    await settle()
    expect(seen).not.toContain(true)
    expect(tab.has('canPlay')).toBe(true)
  })

  test('a reload finds the match by what the server says', async () => {
    const { server, tab } = await openAtOurTurn()
    tab.actor.stop()
    const seated = { matchId: idOf('a'), gameId: 'mines-trial' }
    const after = openTab(server, { storage: tab.storage, seated, seed: 2 })
    await settle()
    expect(after.has('canPlay')).toBe(true)
    expect(server.askedOf('match.sit')).toHaveLength(1)
    expectSame(after, server)
  })

  test('a move that a reload interrupted is decided once', async () => {
    const { server, tab } = await openAtOurTurn()
    server.fault('match.open', 'lose request')
    server.mute(true)
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    tab.actor.stop()
    server.mute(false)
    const before = server.match().state().moves.length
    const input: MatchInput = { kind: 'return', gameId: 'mines-trial', matchId: idOf('a') }
    const after = openTab(server, { input, storage: tab.storage, seed: 2 })
    await settle()
    expect(server.match().state().moves).toHaveLength(before + 1)
    expectSame(after, server)
  })

  test('two tabs of one player follow the same match, and either may play', async () => {
    const { server, tab } = await openAtOurTurn()
    const input: MatchInput = { kind: 'return', gameId: 'mines-trial', matchId: idOf('a') }
    const second = openTab(server, { input, seed: 3 })
    await settle()
    expect(second.has('canPlay')).toBe(true)
    second.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    expectSame(tab, server)
    expectSame(second, server)
  })

  test('other matches are not heard', async () => {
    const { server, tab } = await openAtOurTurn()
    const follows = server.askedOf('match.follow').length
    server.say({ name: 'match.beat', payload: { matchId: idOf('b'), seq: 99, hash: '' } })
    server.say({ name: 'match.presence', payload: { matchId: idOf('b'), seats: ['gone'] } })
    await settle()
    expect(server.askedOf('match.follow')).toHaveLength(follows)
    expect(tab.context().presence).toEqual([])
  })
})

describe('proof', () => {
  test('a match played to its end is verified from its opened seeds', async () => {
    const { server, tab } = await openAtOurTurn()
    tab.actor.send({ type: 'tile.press', tile: server.tile(false) })
    await settle()
    server.untilOurTurn()
    await settle()
    tab.actor.send({ type: 'tile.press', tile: server.tile(true) })
    await settle()
    expect(tab.has('finished')).toBe(true)
    await settle()
    expect(tab.context().proof).toEqual({ status: 'verified', reason: null })
    expectSame(tab, server)
    expect(tab.storage.get('match')).toBeNull()
  })

  test('a lying clue stops the board and says so', async () => {
    const { server, tab } = await openAtOurTurn()
    const { matchId, journal } = server.match()
    const tile = server.tile(false)
    const turn = tab.context().state?.turn
    const honest = server.match().dealer()?.tile(0, tile)
    const clue = honest?.clue === 1 ? 2 : 1
    const lie = {
      type: 'TileOpened',
      v: 1,
      at: 1,
      turn: turn?.turn ?? 0,
      seat: server.seat(),
      board: 0,
      tile,
      mine: false,
      clue,
      salt: honest?.salt ?? '',
      by: 'hand',
    } as const
    server.say({ name: 'match.events', payload: { matchId, seq: journal.length + 1, events: [lie] } })
    await settle()
    expect(tab.has('failed')).toBe(true)
    expect(tab.context().proof).toEqual({ status: 'failed', reason: 'tile' })
    tab.actor.send({ type: 'match.retry' })
    await settle()
    expect(tab.has('failed')).toBe(true)
  })
})

describe('after the end', () => {
  const openFinished = async () => {
    const { server, tab } = await openAtOurTurn()
    tab.actor.send({ type: 'tile.press', tile: server.tile(true) })
    await settle()
    return { server, tab }
  }

  test('those who agreed to a rematch sit at the next match by themselves', async () => {
    const { server, tab } = await openFinished()
    tab.actor.send({ type: 'rematch.ask' })
    tab.actor.send({ type: 'rematch.ask' })
    await settle()
    expect(server.askedOf('match.rematch')).toHaveLength(1)
    const { matchId } = server.match()
    server.openNext()
    server.say({ name: 'match.rematch', payload: { matchId, agreed: [0, 1], until: 1, next: idOf('b') } })
    await settle()
    expect(tab.is('gathering')).toBe(true)
    expect(tab.context()).toMatchObject({ matchId: idOf('b'), rematch: null })
    expectSame(tab, server)
  })

  test('those who did not agree stay', async () => {
    const { server, tab } = await openFinished()
    const { matchId } = server.match()
    server.say({ name: 'match.rematch', payload: { matchId, agreed: [1], until: 1, next: idOf('b') } })
    await settle()
    expect(tab.has('finished')).toBe(true)
  })

  test('who agreed and can’t pay any more stays, while the others sit again', async () => {
    const { server, tab } = await openFinished()
    tab.actor.send({ type: 'rematch.ask' })
    const { matchId } = server.match()
    server.openNext()
    server.say({ name: 'match.rematch', payload: { matchId, agreed: [1], until: 1, next: idOf('b') } })
    await settle()
    expect(tab.has('finished')).toBe(true)
    expect(tab.context().rematch).toMatchObject({ asked: true, agreed: [1], next: idOf('b') })
  })

  test('a seat that was the guest’s before the sign-in is told apart', async () => {
    const { server, tab } = await openPlaying()
    expect(tab.context().asGuest).toBe(false)
    server.signIn()
    server.restore()
    await settle()
    expect(tab.context()).toMatchObject({ asGuest: true, seat: 0 })
  })

  test('the result stays while the connection comes and goes, and is followed again', async () => {
    const { server, tab } = await openFinished()
    const follows = server.askedOf('match.follow').length
    server.cut()
    expect(tab.has('finished')).toBe(true)
    server.restore()
    await settle()
    expect(tab.has('finished')).toBe(true)
    expect(server.askedOf('match.follow')).toHaveLength(follows + 1)
  })
})

describe('besides', () => {
  test('emotes are shown for a moment, and not at all when muted', async () => {
    const { server, tab } = await openPlaying()
    const { matchId } = server.match()
    const emote = () => server.say({ name: 'match.emote', payload: { matchId, seat: 1, emote: 'wow' } })
    emote()
    expect(tab.context().emotes).toMatchObject([{ seat: 1, emote: 'wow' }])
    await tab.pass(3_000)
    expect(tab.context().emotes).toEqual([])
    tab.actor.send({ type: 'emotes.mute', muted: true })
    emote()
    expect(tab.context().emotes).toEqual([])
  })

  test('only emotes of the set are sent', async () => {
    const { server, tab } = await openPlaying()
    tab.actor.send({ type: 'emote.send', emote: 'smile' })
    tab.actor.send({ type: 'emote.send', emote: 'shout' })
    await settle()
    expect(server.askedOf('match.emote')).toEqual([{ matchId: idOf('a'), emote: 'smile' }])
  })

  test('leaving a running match puts us out once', async () => {
    const { server, tab } = await openPlaying(scriptedServer({ seats: 3 }))
    tab.actor.send({ type: 'match.leave' })
    tab.actor.send({ type: 'match.leave' })
    await settle()
    expect(server.askedOf('match.leave')).toHaveLength(1)
    expect(tab.is({ live: 'out' })).toBe(true)
  })

  test('a stopped match is no longer followed', async () => {
    const { server, tab } = await openPlaying()
    tab.actor.stop()
    expect(server.askedOf('match.unfollow')).toEqual([{ matchId: idOf('a') }])
  })
})
