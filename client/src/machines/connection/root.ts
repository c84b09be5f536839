import { useEffect, useState } from 'react'
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate'
import { localStore } from '../../lib/storage.ts'
import { useSelected } from '../../lib/use-selected.ts'
import { storedSession } from '../session/stored-session.ts'
import { paceActor } from './clock.ts'
import { deviceId, randomHex } from './identity.ts'
import { createLinkActor } from './link.ts'
import { connectionMachine } from './machine.ts'
import { surroundingsActor } from './surroundings-actor.ts'
import type { ConnectionContext, ConnectionEmitted, ConnectionEvent, ConnectionTag } from './types.ts'
import { createWire, type LivePort } from './wire.ts'
import type { Run } from './with-link.ts'

/**
 * Reads one thing of the connection and renders again when that changes:
 * `useConnection(({ context }) => context.digest)`, `useConnection((it) => it.hasTag('connected'))`.
 */
export const useConnection = <T>(
  select: (snapshot: ConnectionSnapshot) => T,
  isEqual?: (before: T, after: T) => boolean,
): T => useSelected(actor, select, isEqual)

/** The server's time in milliseconds since 1970, as estimated by this tab. */
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

/** The connection of this tab: `send` it a `ConnectionEvent`, read it with `useConnection`, listen with `on`. */
export type ConnectionActorRef = {
  send(event: ConnectionEvent): void
  getSnapshot(): ConnectionSnapshot
  subscribe(listener: (snapshot: ConnectionSnapshot) => void): { unsubscribe(): void }
  on<T extends ConnectionEmitted['type'] | '*'>(
    type: T,
    hear: (event: ConnectionEmitted & (T extends '*' ? unknown : { type: T })) => void,
  ): { unsubscribe(): void }
}

const parts = () => import('./with-link.ts')

/**
 * An actor whose code is loaded with the socket's. It gets an input and a callback from the machine, and returns a
 * stop function.
 */
const withLink = <I>(pick: (loaded: Awaited<ReturnType<typeof parts>>) => Run<I>) =>
  fromCallback<EventObject, I>(({ input, sendBack }) => {
    const stop = parts().then((loaded) => pick(loaded)(input, sendBack))
    return () => void stop.then((run) => run())
  })

/** Tells a reconnecting page from a second tab; after a reload the old socket is gone. */
const tab = randomHex(8)

const wire = createWire()

const actor = createActor(
  connectionMachine.provide({
    actors: {
      link: createLinkActor(
        () => parts().then(({ openSocketLink }) => openSocketLink),
        ({ token, release, seated }) => ({
          deviceId: deviceId(localStore),
          token: token ?? undefined,
          tab,
          locale: navigator.language.slice(0, 20),
          release: release ?? undefined,
          seated: seated || undefined,
        }),
      ),
      pace: paceActor,
      sampler: withLink(({ sample }) => sample),
      lobby: withLink(({ watchLobby }) => watchLobby),
      identify: withLink(({ identify }) => identify),
      recover: fromPromise(async () => {
        if (storedSession.token() !== null) await (await import('../../calls/account-calls.ts')).fetchUser()
      }),
      surroundings: surroundingsActor,
    },
  }),
  { input: { wire, now: () => Date.now(), random: Math.random, token: storedSession.token } },
)

/** The connection, created once outside React. It is idle until `startConnection`. */
export const connectionActor: ConnectionActorRef = actor

/** The match machine's way to send and listen. */
export const livePort: LivePort = wire

/** Starts it and opens the first connection; once, after the first paint. */
export const startConnection = (): void => {
  actor.start()
  actor.send({ type: 'connection.open' })
}
