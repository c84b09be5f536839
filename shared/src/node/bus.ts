import type { BusAnswer, BusEvent, BusEventName, BusRequest, BusRequestName } from '../contracts/bus/index.ts'
import { bodyCode, type Envelope, refuse } from '../contracts/index.ts'

export type Unsubscribe = () => void

export type Reply<N extends BusRequestName> = (answer: Envelope<BusAnswer<N>>) => void

/** The default time to wait for an answer, in milliseconds. */
export const requestTimeoutMs = 5_000

/** `at` is the node to ask; `timeoutMs` is how long to wait for the answer, 5,000 by default. */
export type AskOptions = { timeoutMs?: number; at?: string }

/**
 * The bus between BFFs and platform nodes. Payloads are JSON values and must not be changed after they were handed
 * over. `key` is the last part of a subject: a match, a player, a shard, an edge. `at` is a node's name: such a
 * request reaches only the handler that this node registered under its name. A request id (see `withRequestId`) is
 * passed on to the handler; events and replies are delivered outside of any request. Where traces are on, handlers of both
 * run within a span that continues the sender's.
 */
export type BusLine = {
  /**
   * Sends a request. `reply` is called once, never during this call. No responder, a late answer or a lost
   * connection is an envelope with code 1503 or 1504.
   */
  ask<N extends BusRequestName>(name: N, payload: BusRequest<N>, reply: Reply<N>, options?: AskOptions): void
  /**
   * Handles requests `name`; with `at`, only those addressed to this node. `handler` calls `reply` once, at once or
   * later. One that throws or rejects answers 1500 and is logged.
   */
  answer<N extends BusRequestName>(
    name: N,
    handler: (payload: BusRequest<N>, reply: Reply<N>) => void | Promise<void>,
    options?: { at?: string },
  ): Unsubscribe
  publish<N extends BusEventName>(name: N, key: string | null, payload: BusEvent<N>): void
  /** `key` null listens to all keys. Handlers of one subscription run in the order of publishing. */
  subscribe<N extends BusEventName>(
    name: N,
    key: string | null,
    handler: (payload: BusEvent<N>, key: string | null) => void,
  ): Unsubscribe
  isConnected(): boolean
  /** Calls back on each change of `isConnected`, never during this call. */
  onConnection(listener: (connected: boolean) => void): Unsubscribe
  close(): Promise<void>
}

/** A promise-based bus for whatever is not requested thousands of times a second. */
export type Bus = BusLine & {
  /** As `ask`; never rejects. */
  request<N extends BusRequestName>(
    name: N,
    payload: BusRequest<N>,
    options?: AskOptions,
  ): Promise<Envelope<BusAnswer<N>>>
  /** As `answer`. */
  respond<N extends BusRequestName>(
    name: N,
    handler: (payload: BusRequest<N>) => Promise<Envelope<BusAnswer<N>>>,
    options?: { at?: string },
  ): Unsubscribe
}

/** The bus over a line, whatever else that can do. */
export const busOver = <L extends BusLine>(line: L): L & Bus => ({
  ...line,
  request: (name, payload, options) => new Promise((resolve) => line.ask(name, payload, resolve, options)),
  respond: (name, handler, options) =>
    line.answer(name, async (payload, reply) => reply(await handler(payload)), options),
})

const unanswered = new WeakSet<object>()

/** The bus's own refusal, 1503: no one answers, or the answer can no longer arrive. */
export const refuseUnanswered = (msg: string): Envelope<never> => {
  const envelope = refuse<never>(bodyCode.unavailable, msg)
  unanswered.add(envelope)
  return envelope
}

/**
 * Whether the bus itself made this refusal: no responder, a closed or disconnected bus, or a connection lost while
 * waiting. Compared by identity, not code: a responder may answer 1503 too. Only after a lost connection may the
 * request have been handled, so a retry must be safe. A timeout (1504) is not one of these.
 */
export const isUnanswered = (envelope: Envelope<unknown>): boolean => unanswered.has(envelope)
