import { bodyCode } from '@minefall/shared/contracts'
import type { Answer, Digest } from '@minefall/shared/contracts/live'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate'
import { localStore } from '../../lib/storage.ts'
import { keptSession } from '../session/kept-session.ts'
import { deviceId, randomHex } from './identity.ts'
import { createLinkActor } from './link.ts'
import { connectionMachine } from './machine.ts'
import { paceActor, samplerActor } from './sampler-actor.ts'
import { surroundingsActor } from './surroundings-actor.ts'
import type { ConnectionContext, ConnectionEmitted, ConnectionEvent, ConnectionTag } from './types.ts'
import { createWire, type LivePort, type Wire } from './wire.ts'

/**
 * Reads one thing of the connection and renders again when that changes:
 * `useConnection(({ context }) => context.digest)`, `useConnection((it) => it.hasTag('connected'))`.
 */
export const useConnection = <T>(
  select: (snapshot: ConnectionSnapshot) => T,
  isEqual?: (before: T, after: T) => boolean,
): T => useSelector(actor, select, isEqual)

/** The server's time in milliseconds since 1970, as well as this tab knows it. */
export const serverNow = (): number => Date.now() + connectionActor.getSnapshot().context.offsetMs

/** The server's time, rendered again every `everyMs`. For clocks that animate, start an animation from `serverNow()`. */
export const useServerNow = (everyMs = 1000): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** The machine's states as `matches` takes them. */
export type ConnectionStateName =
  | 'idle'
  | 'connecting'
  | 'live'
  | 'waiting'
  | 'offline'
  | 'recovering'
  | 'ended'

/** What a screen reads of the connection. */
export type ConnectionSnapshot = {
  context: ConnectionContext
  hasTag(tag: ConnectionTag): boolean
  matches(state: ConnectionStateName): boolean
}

/** The one connection of this tab: `send` it a `ConnectionEvent`, read it with `useConnection`, hear it with `on`. */
export type ConnectionActorRef = {
  send(event: ConnectionEvent): void
  getSnapshot(): ConnectionSnapshot
  subscribe(listener: (snapshot: ConnectionSnapshot) => void): { unsubscribe(): void }
  on<T extends ConnectionEmitted['type'] | '*'>(
    type: T,
    hear: (event: ConnectionEmitted & (T extends '*' ? unknown : { type: T })) => void,
  ): { unsubscribe(): void }
}

type IdentifyEvent =
  | { type: 'identified'; as: Answer<'session.use'> }
  | { type: 'identify.failed'; retry: boolean }

const ofToken: readonly number[] = [bodyCode.tokenInvalid, bodyCode.tokenExpired]

/** Asks once that this connection be the player of this token, or the browser's guest. */
export const identifyActor = fromCallback<EventObject, { wire: Wire; token: string | null }>(
  ({ input: { wire, token }, sendBack }) => {
    const tell = (event: IdentifyEvent) => sendBack(event)
    let stopped = false
    wire.ask('session.use', { token }).then(({ code, data }) => {
      if (stopped) return
      if (data) tell({ type: 'identified', as: data })
      else tell({ type: 'identify.failed', retry: !ofToken.includes(code) })
    })
    return () => {
      stopped = true
    }
  },
)

/** Watches the lobby's figures while it lives, again after a move to another server. */
export const lobbyActor = fromCallback<EventObject, { wire: Wire }>(({ input: { wire }, sendBack }) => {
  let stopped = false
  const tell = (digest: Digest) => sendBack({ type: 'lobby.digested', digest })
  const watch = () => {
    wire.ask('lobby.watch', {}).then(({ data }) => {
      if (!stopped && data) tell(data)
    })
  }
  watch()
  const unlisten = wire.listen((signal) => {
    if (signal.type === 'up') watch()
  })
  return () => {
    stopped = true
    unlisten()
    if (wire.isUp()) wire.ask('lobby.unwatch', {})
  }
})

/** Tells a reconnecting page from a second tab; a reload is a new page, and its old socket is gone with the old one. */
const tab = randomHex(8)

const wire = createWire()

const actor = createActor(
  connectionMachine.provide({
    actors: {
      link: createLinkActor(
        () => import('./socket-link.ts').then(({ openSocketLink }) => openSocketLink),
        ({ token, release }) => ({
          deviceId: deviceId(localStore),
          token: token ?? undefined,
          tab,
          locale: navigator.language.slice(0, 20),
          release: release ?? undefined,
        }),
      ),
      pace: paceActor,
      sampler: samplerActor,
      lobby: lobbyActor,
      identify: identifyActor,
      recover: fromPromise(async () => {
        if (keptSession.token() !== null) await (await import('../../calls/account-calls.ts')).fetchUser()
      }),
      surroundings: surroundingsActor,
    },
  }),
  { input: { wire, now: () => Date.now(), random: Math.random, token: keptSession.token } },
)

/** The connection, created once outside React. It is idle until `startConnection`. */
export const connectionActor: ConnectionActorRef = actor

/** How the match machine speaks and listens. */
export const livePort: LivePort = wire

/** Starts it and opens the first connection; once, after the first paint. */
export const startConnection = (): void => {
  actor.start()
  actor.send({ type: 'connection.open' })
}
