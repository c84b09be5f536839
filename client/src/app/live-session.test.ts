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
import { unconnected } from '../machines/connection/types.ts'
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

/** An actor that emits what it was asked to, and keeps what it is sent. */
const speaker = <Message extends { type: string }>() => {
  const machine = setup({
    types: { events: {} as { type: 'say'; told: Message }, emitted: {} as Message },
  }).createMachine({ on: { say: { actions: emit(({ event }) => event.told) } } })
  const actor = createActor(machine).start()
  return { on: actor.on.bind(actor), say: (told: Message) => actor.send({ type: 'say', told }) }
}

/** Both machines in the hands of the test. */
const joined = () => {
  const sent: string[] = []
  const context: ConnectionContext = {
    ...unconnected,
    player: guest,
    balance: owning('0'),
  }
  const voices = { session: speaker<SessionEmitted>(), connection: speaker<ConnectionEmitted>() }
  const session: SessionActorRef = {
    send: ({ type }: SessionEvent) => void sent.push(type),
    getSnapshot: () => ({
      context: { user: null, token: null, balance: null, userName: '', userBalance: 0, userAvatar: '' },
      hasTag: (tag) => tag === 'signedIn',
    }),
    subscribe: () => ({ unsubscribe: () => undefined }),
    on: voices.session.on,
  }
  const connection: ConnectionActorRef = {
    send: ({ type }: ConnectionEvent) => void sent.push(type),
    getSnapshot: () => ({ context, hasTag: () => false, matches: () => false }),
    subscribe: () => ({ unsubscribe: () => undefined }),
    on: voices.connection.on,
  }
  joinSession({ session, connection })
  return { sent, session: voices.session.say, connection: voices.connection.say }
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
