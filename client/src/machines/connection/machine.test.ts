import type { Balance, CloseCode, Envelope } from '@minefall/shared/contracts'
import type { MatchId } from '@minefall/shared/game'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { assign, createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate'
import { identifyActor } from './identify-actor.ts'
import type { Ask, Incoming, LinkReport, OpenLink } from './link.ts'
import { createLinkActor } from './link-actor.ts'
import { lobbyActor } from './lobby-actor.ts'
import { connectionMachine } from './machine.ts'
import { samplerActor } from './sampler-actor.ts'
import { createWire, type WireSignal } from './wire.ts'

const settle = async () => {
  for (let round = 0; round < 2; round++) await new Promise<void>((resolve) => setTimeout(resolve, 0))
}

const balance = (version: number): Balance => ({
  version,
  coin: '0',
  promo: '0',
  trial: String(version),
  held: { coin: '0', promo: '0', trial: '0' },
})
const matchId = 'a'.repeat(32) as MatchId
const welcome = (over: { release?: string; version?: number } = {}): Incoming => ({
  name: 'welcome',
  payload: {
    player: { name: 'Guest', avatar: 'a', kind: 'guest' },
    serverAt: 0,
    seated: { matchId, gameId: 'mines-trial' },
    balance: balance(over.version ?? 1),
    release: over.release ?? 'one',
  },
})

/** A link in the hands of the test: what was asked over it, and what it is made to tell. */
type Held = {
  /** What it was opened with. */
  token: string | null
  closed: boolean
  asked: { name: string; payload: unknown; answer: (envelope: Envelope<unknown>) => void }[]
  tell(report: LinkReport): void
  say(message: Incoming): void
  welcome(over?: { release?: string; version?: number }): Promise<void>
  end(code: CloseCode | null): void
}

const running: { stop(): unknown }[] = []
afterEach(() => {
  for (const actor of running.splice(0)) actor.stop()
})

/** A connection in a world made of the test's links, clock and luck. `serverAhead` is what its clock differs by. */
const open = ({ random = 0.5, serverAhead = 5_000, failLoad = false } = {}) => {
  const links: Held[] = []
  const clock = new SimulatedClock()
  const start = 1_000_000
  const world = {
    now: () => start + clock.now(),
    answersPings: true,
    failLoad,
    token: null as string | null,
  }
  const openLink: OpenLink = ({ token }, report) => {
    const held: Held = {
      token: token ?? null,
      closed: false,
      asked: [],
      tell: report,
      say: (message) => report({ type: 'message', message }),
      welcome: async (over) => {
        held.say(welcome(over))
        await settle()
      },
      end: (code) => report({ type: 'closed', code }),
    }
    links.push(held)
    const ask = (name: string, payload: unknown) =>
      new Promise<Envelope<unknown>>((resolve) => {
        held.asked.push({ name, payload, answer: resolve })
        if (name !== 'clock.ping') return
        if (world.answersPings)
          resolve({
            code: 200,
            msg: 'ok',
            data: { sentAt: world.now(), serverAt: world.now() + serverAhead },
          })
        else clock.setTimeout(() => resolve({ code: 1504, msg: 'late', data: null }), 2_500)
      })
    return {
      ask: ask as Ask,
      close: () => {
        held.closed = true
      },
    }
  }
  const wire = createWire()
  const signals: WireSignal['type'][] = []
  wire.listen(({ type }) => signals.push(type))
  let tellSurroundings: (event: EventObject) => void = () => {}
  const actor = createActor(
    connectionMachine.provide({
      actors: {
        link: createLinkActor(
          () => (world.failLoad ? Promise.reject(new Error('no chunk')) : Promise.resolve(openLink)),
          (token) => ({
            deviceId: '0'.repeat(32),
            tab: '0'.repeat(16),
            ...(token === null ? {} : { token }),
          }),
        ),
        sampler: samplerActor,
        lobby: lobbyActor,
        identify: identifyActor,
        surroundings: fromCallback<EventObject, { now: () => number }>(({ sendBack }) => {
          tellSurroundings = sendBack
        }),
      },
    }),
    { input: { wire, now: world.now, random: () => random, token: () => world.token }, clock },
  ).start()
  running.push(actor)
  const told: string[] = []
  for (const type of [
    'connection.tokenRefused',
    'connection.profileChanged',
    'connection.orderMoved',
  ] as const)
    actor.on(type, () => told.push(type))
  const last = (): Held => {
    const link = links.at(-1)
    if (!link) throw new Error('no link was opened')
    return link
  }
  return {
    actor,
    wire,
    world,
    signals,
    told,
    links,
    last,
    context: () => actor.getSnapshot().context,
    has: (tag: 'connected' | 'connecting' | 'disconnected') => actor.getSnapshot().hasTag(tag),
    is: (state: 'idle' | 'connecting' | 'live' | 'waiting' | 'offline' | 'ended') =>
      actor.getSnapshot().matches(state),
    surroundings: async (type: string) => {
      tellSurroundings({ type })
      await settle()
    },
    /** Lets time pass in steps, so that what each timer starts is answered before the next. */
    pass: async (ms: number, step = 100) => {
      for (let left = ms; left > 0; left -= step) {
        clock.increment(Math.min(step, left))
        await settle()
      }
    },
  }
}

const openLive = async (options: Parameters<typeof open>[0] = {}) => {
  const it = open(options)
  it.actor.send({ type: 'connection.open' })
  await settle()
  await it.last().welcome()
  return it
}

describe('opening', () => {
  test('is live with the welcome, and says nothing before it', async () => {
    const it = open()
    it.actor.send({ type: 'connection.open' })
    await settle()
    expect(it.has('connecting')).toBe(true)
    expect((await it.wire.ask('lobby.watch', {})).code).toBe(1503)
    expect(it.last().asked).toEqual([])
    await it.last().welcome()
    expect(it.has('connected')).toBe(true)
    expect(it.signals).toEqual(['up'])
    expect(it.context()).toMatchObject({ seated: { matchId }, balance: { version: 1 }, closeCode: null })
  })

  test('tells what listens between its own steps, since that may be a machine too', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const it = open()
    // XState warns of this when it is called from within an action.
    it.wire.listen(() => void assign({}))
    it.actor.send({ type: 'connection.open' })
    await settle()
    await it.last().welcome()
    await it.surroundings('tab.woke')
    it.last().end('server')
    expect(it.signals).toEqual(['up', 'doubt', 'down'])
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  test('an attempt that hangs is given up for a new one', async () => {
    const it = open({ random: 0 })
    it.actor.send({ type: 'connection.open' })
    await it.pass(4_100)
    expect(it.links).toHaveLength(2)
    expect(it.links[0]?.closed).toBe(true)
  })

  test('a server that cannot be reached is tried again with longer and longer pauses', async () => {
    const it = open({ random: 0.999 })
    it.actor.send({ type: 'connection.open' })
    await settle()
    const pauses: number[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      it.last().end(null)
      await settle()
      pauses.push((it.context().retryAt ?? 0) - it.world.now())
      await it.pass(2_100)
    }
    expect(pauses).toEqual([299, 599, 999, 999, 999, 999])
    expect(it.context()).toMatchObject({ closeCode: 'network', attempt: 6 })
  })

  test('code that cannot be loaded counts as an attempt that failed', async () => {
    const it = open({ random: 0, failLoad: true })
    it.actor.send({ type: 'connection.open' })
    await settle()
    expect(it.is('waiting')).toBe(true)
    it.world.failLoad = false
    await it.pass(100)
    await it.last().welcome()
    expect(it.is('live')).toBe(true)
  })
})

describe('a broken connection', () => {
  test.each(['network', 'server', 'timeout', 'game', 'slow', 'drain'] as const)(
    'ended by %s comes back by itself, and says why until then',
    async (code) => {
      const it = await openLive()
      it.last().end(code)
      await settle()
      expect(it.has('connecting')).toBe(true)
      expect(it.context()).toMatchObject({ closeCode: code, downSince: it.world.now() })
      await it.pass(400)
      it.last().end(null)
      await settle()
      expect(it.context().closeCode).toBe(code)
      await it.pass(400)
      await it.last().welcome()
      expect(it.context()).toMatchObject({ closeCode: null, downSince: null, attempt: 0 })
      expect(it.signals).toEqual(['up', 'down', 'up'])
    },
  )

  test.each(['kicked', 'signed-out', 'replaced', 'protocol'] as const)(
    'ended by %s stays ended until somebody asks',
    async (code) => {
      const it = await openLive()
      it.last().end(code)
      await it.pass(60_000, 20_000)
      expect(it.has('disconnected')).toBe(true)
      expect(it.context().closeCode).toBe(code)
      expect(it.links).toHaveLength(1)
      it.actor.send({ type: 'connection.retry' })
      await settle()
      await it.last().welcome()
      expect(it.has('connected')).toBe(true)
    },
  )

  test('a network that died silently is noticed within five seconds', async () => {
    const it = await openLive()
    await it.pass(5_000)
    it.world.answersPings = false
    await it.pass(5_000)
    expect(it.has('connecting')).toBe(true)
    expect(it.context().closeCode).toBe('timeout')
    expect(it.links[0]?.closed).toBe(true)
  })

  test.each(['network.online', 'tab.visible', 'tab.woke'])('%s ends the pause', async (event) => {
    const it = await openLive({ random: 0.999 })
    it.last().end('server')
    await settle()
    expect(it.links).toHaveLength(1)
    await it.surroundings(event)
    expect(it.links).toHaveLength(2)
  })

  test('without a network it waits for one, but looks now and then', async () => {
    const it = await openLive()
    await it.surroundings('network.offline')
    expect(it.is('offline')).toBe(true)
    expect(it.has('connecting')).toBe(true)
    expect(it.context().closeCode).toBe('network')
    await it.pass(5_100)
    expect(it.links).toHaveLength(2)
    await it.surroundings('network.offline')
    await it.surroundings('network.online')
    expect(it.links).toHaveLength(3)
  })

  test('a link that was given up is not heard any more', async () => {
    const it = await openLive({ random: 0 })
    const old = it.last()
    old.end('server')
    await it.pass(100)
    old.say({ name: 'balance', payload: balance(9) })
    old.end('kicked')
    await it.last().welcome()
    expect(it.is('live')).toBe(true)
    expect(it.context().balance?.version).toBe(1)
  })
})

describe('while it is up', () => {
  test('older balances are dropped', async () => {
    const it = await openLive()
    for (const version of [3, 2, 4, 4, 1]) it.last().say({ name: 'balance', payload: balance(version) })
    expect(it.context().balance?.version).toBe(4)
  })

  test('the seat follows what the server says', async () => {
    const it = await openLive()
    it.last().say({ name: 'seated', payload: { seated: null } })
    expect(it.context().seated).toBeNull()
  })

  test('the clock is sampled quickly at first, then calmly', async () => {
    const it = await openLive()
    expect(it.context()).toMatchObject({ offsetMs: 5_000, roundTripMs: 0 })
    await it.pass(2_000)
    const early = it.last().asked.length
    await it.pass(10_000)
    expect(early).toBe(5)
    expect(it.last().asked.length - early).toBe(4)
  })

  test('gaps that were repaired are reported once', async () => {
    const it = await openLive()
    it.wire.countGap()
    it.wire.countGap()
    await it.pass(1_000)
    const reported = it.last().asked.map(({ payload }) => (payload as { gaps?: number }).gaps)
    expect(reported.filter((gaps) => gaps !== undefined)).toEqual([2])
  })

  test('the lobby is watched as long as anybody wants it, and again after a break', async () => {
    const it = await openLive({ random: 0 })
    const names = () =>
      it
        .last()
        .asked.map(({ name }) => name)
        .filter((name) => name !== 'clock.ping')
    it.actor.send({ type: 'lobby.watch' })
    it.actor.send({ type: 'lobby.watch' })
    await settle()
    expect(names()).toEqual(['lobby.watch'])
    it.actor.send({ type: 'lobby.unwatch' })
    await settle()
    expect(names()).toEqual(['lobby.watch'])
    const digest = { at: 1, playing: 2, tables: [], wins: [], live: [] }
    it.last()
      .asked.find(({ name }) => name === 'lobby.watch')
      ?.answer({ code: 200, msg: 'ok', data: digest })
    await settle()
    expect(it.context().digest).toEqual(digest)
    it.last().end('server')
    await it.pass(100)
    await it.last().welcome()
    expect(names()).toEqual(['lobby.watch'])
    it.actor.send({ type: 'lobby.unwatch' })
    await settle()
    expect(names()).toEqual(['lobby.watch', 'lobby.unwatch'])
  })

  test('another release of the server asks for a reload', async () => {
    const it = await openLive({ random: 0 })
    it.last().end('server')
    await it.pass(100)
    await it.last().welcome({ release: 'two' })
    expect(it.context().updateReady).toBe(true)
  })

  test('a message that cannot be read makes matches resume, and ends nothing', async () => {
    const it = await openLive()
    it.last().tell({ type: 'bad', name: 'match.events', problem: 'nonsense' })
    await settle()
    expect(it.signals).toEqual(['up', 'doubt'])
    expect(it.is('live')).toBe(true)
  })

  test('a tab that slept samples the clock anew and resumes its matches', async () => {
    const it = await openLive()
    await it.pass(3_000)
    const before = it.last().asked.length
    await it.surroundings('tab.woke')
    expect(it.signals).toEqual(['up', 'doubt'])
    expect(it.last().asked.length).toBe(before + 1)
  })

  test('closing it is final until it is opened', async () => {
    const it = await openLive()
    it.actor.send({ type: 'connection.close' })
    await it.pass(10_000, 5_000)
    expect(it.is('idle')).toBe(true)
    expect(it.links[0]?.closed).toBe(true)
    expect(it.wire.isUp()).toBe(false)
  })
})

describe('moving to another server', () => {
  test('opens a second connection, speaks there, then closes the first', async () => {
    const it = await openLive()
    const first = it.last()
    first.say({ name: 'drain', payload: { withinMs: 5_000 } })
    await settle()
    expect(it.links).toHaveLength(2)
    const second = it.last()
    expect(first.closed).toBe(false)
    expect(it.has('connected')).toBe(true)
    first.say({ name: 'balance', payload: balance(7) })
    await second.welcome({ version: 6 })
    expect(it.signals).toEqual(['up', 'up'])
    expect(it.context().balance?.version).toBe(7)
    it.wire.ask('lobby.watch', {})
    expect(second.asked.at(-1)?.name).toBe('lobby.watch')
    await it.pass(2_100)
    expect(first.closed).toBe(true)
    expect(second.closed).toBe(false)
    expect(it.has('connected')).toBe(true)
  })

  test('that fails is tried again while the first connection lasts', async () => {
    const it = await openLive()
    const first = it.last()
    first.say({ name: 'drain', payload: { withinMs: 5_000 } })
    await settle()
    it.last().end(null)
    await it.pass(1_100)
    expect(it.links).toHaveLength(3)
    expect(it.has('connected')).toBe(true)
    await it.last().welcome()
    await it.pass(2_100)
    expect(first.closed).toBe(true)
    expect(it.signals).toEqual(['up', 'up'])
  })

  test('the first server going early is like any other end', async () => {
    const it = await openLive({ random: 0 })
    const first = it.last()
    first.say({ name: 'drain', payload: { withinMs: 5_000 } })
    await settle()
    first.end('drain')
    await it.pass(100)
    expect(it.links).toHaveLength(3)
    expect(it.links[1]?.closed).toBe(true)
    await it.last().welcome()
    expect(it.is('live')).toBe(true)
  })
})

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

  test('a link is opened with the token in store, and nobody is asked again who it is', async () => {
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

  test('somebody who signs in while the link is being opened is told of with the welcome', async () => {
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

  test('a token that is refused is told of, and changes nothing until the store has another', async () => {
    const it = await openLive()
    it.world.token = 'expired'
    it.actor.send({ type: 'connection.identify' })
    await settle()
    await answer(it.last(), { code: 1502, msg: 'expired', data: null })
    expect(it.told).toEqual(['connection.tokenRefused'])
    expect(it.context().player?.kind).toBe('guest')
    await it.pass(10_000, 1_000)
    expect(tokensOf(it.last())).toEqual(['expired'])
    it.world.token = 'renewed'
    it.actor.send({ type: 'connection.identify' })
    await settle()
    await answer(it.last(), known())
    expect(it.context().player).toEqual(anna)
    expect(it.told).toEqual(['connection.tokenRefused'])
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

  test('a connection that is closed as signed out says so, once, and stays ended until it is opened', async () => {
    const it = await openLive()
    it.last().end('signed-out')
    await it.pass(20_000, 10_000)
    expect(it.told).toEqual(['connection.tokenRefused'])
    it.actor.send({ type: 'connection.identify' })
    await settle()
    expect(it.links).toHaveLength(1)
    it.world.token = 'renewed'
    it.actor.send({ type: 'connection.open' })
    await settle()
    expect(it.last().token).toBe('renewed')
    it.last().end('signed-out')
    expect(it.is('ended')).toBe(true)
    expect(it.told).toHaveLength(2)
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
  test('an order that moved is told of, whatever its status is called', async () => {
    const it = await openLive()
    const orderId = '01890000-0000-7000-8000-000000000001'
    it.last().say({ name: 'order', payload: { orderId, status: 'reviewing' } })
    it.last().say({ name: 'order', payload: { orderId, status: 'frozen' } })
    expect(it.told).toEqual(['connection.orderMoved', 'connection.orderMoved'])
    expect(it.is('live')).toBe(true)
  })
})
