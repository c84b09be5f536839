import type { SessionContext, SessionEmitted, SessionEvent, SessionTag } from './types.ts'

/** What a screen reads of the session. */
export type SessionSnapshot = {
  context: SessionContext
  hasTag(tag: SessionTag): boolean
}

/** The one session of this tab: `send` it a `SessionEvent`, read it with `useSession`, hear it with `on`. */
export type SessionActorRef = {
  send(event: SessionEvent): void
  getSnapshot(): SessionSnapshot
  subscribe(listener: (snapshot: SessionSnapshot) => void): { unsubscribe(): void }
  on<T extends SessionEmitted['type'] | '*'>(
    type: T,
    hear: (event: SessionEmitted & (T extends '*' ? unknown : { type: T })) => void,
  ): { unsubscribe(): void }
}
