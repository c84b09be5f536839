import type { Balance } from '@minefall/shared/contracts/live'
import type { PlayerView } from '@minefall/shared/game'
import { describe, expect, test } from 'vitest'
import { createActor, emit, setup } from 'xstate'
import type {
  ConnectionActorRef,
  ConnectionContext,
  ConnectionEmitted,
  ConnectionEvent,
} from '../machines/connection/index.ts'
import type { SessionActorRef, SessionEmitted, SessionEvent } from '../machines/session/index.ts'
import { joinSession } from './live-session.ts'

const guest: PlayerView = { name: 'Guest', avatar: 'a', kind: 'guest' }
const owning = (coin: string): Balance => ({
  version: 1,
  coin,
  promo: '0',
  trial: '0',
  held: { coin: '0', promo: '0', trial: '0' },
})

/** An actor that emits what it is told to, and keeps what it is sent. */
const speaker = <Told extends { type: string }>() => {
  const machine = setup({
    types: { events: {} as { type: 'say'; told: Told }, emitted: {} as Told },
  }).createMachine({ on: { say: { actions: emit(({ event }) => event.told) } } })
  const actor = createActor(machine).start()
  return { on: actor.on.bind(actor), say: (told: Told) => actor.send({ type: 'say', told }) }
}

/** Both machines in the hands of the test. */
const joined = ({ signedIn = true, fetched = async (): Promise<unknown> => null } = {}) => {
  const world = { signedIn, now: 0, fetches: 0 }
  const sent: string[] = []
  const waits: { ms: number; run: () => void }[] = []
  const listeners = new Set<(snapshot: ReturnType<ConnectionActorRef['getSnapshot']>) => void>()
  let context: ConnectionContext = {
    closeCode: null,
    attempt: 0,
    retryAt: null,
    downSince: null,
    roundTripMs: null,
    offsetMs: 0,
    player: guest,
    identityToken: null,
    balance: owning('0'),
    seated: null,
    digest: null,
    unread: 0,
    updateReady: false,
    release: null,
  }
  const connectionSnapshot = () => ({ context, hasTag: () => false, matches: () => false })
  const voices = { session: speaker<SessionEmitted>(), connection: speaker<ConnectionEmitted>() }
  const session: SessionActorRef = {
    send: ({ type }: SessionEvent) => void sent.push(type),
    getSnapshot: () => ({
      context: { user: null, token: null, balance: null, userName: '', userBalance: 0, userAvatar: '' },
      hasTag: (tag) => (tag === 'signedIn') === world.signedIn,
    }),
    subscribe: () => ({ unsubscribe: () => undefined }),
    on: voices.session.on,
  }
  const connection: ConnectionActorRef = {
    send: ({ type }: ConnectionEvent) => void sent.push(type),
    getSnapshot: connectionSnapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return { unsubscribe: () => listeners.delete(listener) }
    },
    on: voices.connection.on,
  }
  joinSession({
    session,
    connection,
    fetchUser: () => {
      world.fetches += 1
      return fetched()
    },
    now: () => world.now,
    random: () => 0.5,
    after: (ms, run) => void waits.push({ ms, run }),
  })
  return {
    world,
    sent,
    waits,
    session: voices.session.say,
    connection: voices.connection.say,
    becomes: (change: Partial<ConnectionContext>) => {
      context = { ...context, ...change }
      for (const hear of listeners) hear(connectionSnapshot())
    },
    /** Lets the last pause pass, and what follows on it. */
    pause: async () => {
      waits.at(-1)?.run()
      for (let round = 0; round < 5; round++) await Promise.resolve()
    },
  }
}

describe('a session', () => {
  test.each([
    ['that begins', { type: 'session.began' }],
    ['that ends here', { type: 'session.ended', why: 'signed-out' }],
    ['that ended in another tab', { type: 'session.ended', why: 'other-tab' }],
  ] as const)('%s changes the connection’s player', (_what, told) => {
    const it = joined()
    it.session(told)
    expect(it.sent).toEqual(['connection.identify'])
  })
})

describe('what the connection tells', () => {
  test('of the profile is read again', () => {
    const it = joined()
    it.connection({ type: 'connection.profileChanged' })
    expect(it.sent).toEqual(['session.refresh'])
  })
})

describe('a token that is refused', () => {
  test('is tried with one call, which renews it, before the connection comes back', async () => {
    const it = joined()
    it.becomes({ closeCode: 'signed-out' })
    it.connection({ type: 'connection.tokenRefused' })
    expect([it.world.fetches, it.sent]).toEqual([0, []])
    await it.pause()
    expect(it.world.fetches).toBe(1)
    expect(it.sent).toEqual(['connection.open', 'connection.identify'])
  })

  test('needs no call when nobody is signed in any more', async () => {
    const it = joined({ signedIn: false })
    it.becomes({ closeCode: 'signed-out' })
    it.connection({ type: 'connection.tokenRefused' })
    await it.pause()
    expect(it.world.fetches).toBe(0)
    expect(it.sent).toEqual(['connection.open', 'connection.identify'])
  })

  test('does not open a connection that is up, or was ended for another reason', async () => {
    const it = joined()
    it.connection({ type: 'connection.tokenRefused' })
    await it.pause()
    it.becomes({ closeCode: 'kicked' })
    it.connection({ type: 'connection.tokenRefused' })
    await it.pause()
    expect(it.sent).toEqual(['connection.identify', 'connection.identify'])
  })

  test('again and again is tried with longer and longer pauses, even where the call fails', async () => {
    const it = joined({ fetched: () => Promise.reject(new Error('away')) })
    it.becomes({ closeCode: 'signed-out' })
    for (let refusal = 0; refusal < 4; refusal++) {
      it.connection({ type: 'connection.tokenRefused' })
      await it.pause()
    }
    expect(it.sent.filter((type) => type === 'connection.open')).toHaveLength(4)
    const pauses = it.waits.map(({ ms }) => ms)
    expect(pauses).toEqual([300, 600, 800, 800])
    it.world.now += 120_000
    it.connection({ type: 'connection.tokenRefused' })
    expect(it.waits.at(-1)?.ms).toBe(300)
  })
})
