import { useEffect, useState } from 'react'
import { type ActorRef, lateActor } from '../../lib/late-actor.ts'
import { useSelected } from '../../lib/use-selected.ts'
import {
  type ConnectionContext,
  type ConnectionEmitted,
  type ConnectionEvent,
  type ConnectionTag,
  unconnected,
} from './types.ts'
import { createWire, type LivePort } from './wire.ts'

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
export type ConnectionActorRef = ActorRef<ConnectionSnapshot, ConnectionEvent, ConnectionEmitted>

const wire = createWire()
const code = () => import('./actor.ts')

const actor = lateActor<ConnectionSnapshot, ConnectionEvent, ConnectionEmitted>({
  first: () => ({
    context: unconnected,
    hasTag: (tag) => tag === 'connecting',
    matches: (state) => state === 'idle',
  }),
  load: async () => (await code()).createConnection(wire),
})

/** The connection, created once outside React. It is idle until `startConnection`. */
export const connectionActor: ConnectionActorRef = actor

/** The match machine's way to send and listen. */
export const livePort: LivePort = wire

/** Opens the first connection; once, after the first paint. Rejects where its code, or the socket's, can't be had. */
export const startConnection = async (): Promise<void> => {
  actor.send({ type: 'connection.open' })
  await actor.load()
  await (await code()).parts()
}
