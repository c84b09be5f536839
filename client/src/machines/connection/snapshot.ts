import type { ConnectionContext, ConnectionEmitted, ConnectionEvent, ConnectionTag } from './types.ts'

/** The machine's states as `matches` takes them. */
export type ConnectionStateName = 'idle' | 'connecting' | 'live' | 'waiting' | 'offline' | 'ended'

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
