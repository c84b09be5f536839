import type { Answer, CloseCode } from '@minefall/shared/contracts/live'
import type { ClockSample } from './clock.ts'
import type { Incoming } from './link.ts'
import type { ConnectionContext } from './types.ts'
import type { Wire } from './wire.ts'

/** Injected dependencies. */
export type ConnectionInput = {
  wire: Wire
  /** Local milliseconds since 1970. */
  now: () => number
  /** Numbers in [0, 1). */
  random: () => number
  /** The stored token, which another tab may just have changed; null while signed out. */
  token: () => string | null
}

/** Events from the actors. `key` names the link; events of an abandoned link are ignored. */
export type ConnectionReport =
  | { type: 'link.opened'; key: number }
  | { type: 'link.message'; key: number; message: Incoming }
  | { type: 'link.bad'; key: number; name: string; problem: string }
  | { type: 'link.closed'; key: number; code: CloseCode | null }
  | ({ type: 'clock.sampled' } & ClockSample)
  | { type: 'clock.missed'; key: number }
  /** A match was entered or left: the server must know at once. */
  | { type: 'clock.due' }
  /** The wall clock jumped: the tab slept. */
  | { type: 'tab.woke' }
  | { type: 'identified'; as: Answer<'session.use'> }
  /** `retry`: asking again may help, since the token itself was not the problem. */
  | { type: 'identify.failed'; retry: boolean }
  | { type: 'outage.felt' }
  | { type: 'lobby.digested'; digest: NonNullable<ConnectionContext['digest']> }

/** All that the machine keeps: what is shown, and what it works with. */
export type Inner = ConnectionContext &
  ConnectionInput & {
    /** The link in use, or being opened; null if there is none. */
    key: number | null
    /** The second link of a move to another server. */
    nextKey: number | null
    /** The abandoned link, closed after a moment. */
    oldKey: number | null
    lastKey: number
    /** The tokens that the server knows the current and the second link by. */
    usedToken: string | null
    nextToken: string | null
    /** The token the server is being asked to accept for the link. */
    askedToken: string | null
    samples: readonly ClockSample[]
    /** Samples taken on this link. */
    asked: number
    /** How many parts of the page show the lobby's figures. */
    watchers: number
    /** How often in a row the token was refused, and when last, in local milliseconds. */
    refusals: number
    refusedAt: number
  }
