import type { BusAnswer, BusEvent, BusEventName, BusRequest, BusRequestName } from '../contracts/bus/index.ts'
import { bodyCode, type Envelope, refuse } from '../contracts/index.ts'

export type Unsubscribe = () => void

export type Reply<N extends BusRequestName> = (answer: Envelope<BusAnswer<N>>) => void

/** How long a request waits for its answer unless it says otherwise, in milliseconds. */
export const requestTimeoutMs = 5_000

/** `at` names the node to ask; `timeoutMs` is how long its answer is waited for, 5,000 unless told. */
export type AskOptions = { timeoutMs?: number; at?: string }

/**
 * How BFF and platform nodes talk. Payloads are JSON values and are never changed after they were handed over.
 * `key` is the last part of a subject: a match, a player, a shard, an edge. `at` is a node's name: a request that
 * names one reaches what that node answers under its name, and no one else. The request within which code asks (see
 * `withRequestId`) is also that within which it is answered; events are heard, and answers taken, within none.
 */
export type BusLine = {
  /**
   * Asks the one that answers `name`. `reply` is called once, never inside this call. No one answering, an answer that is
   * late or a lost connection are reported as an envelope with code 1503 or 1504.
   */
  ask<N extends BusRequestName>(name: N, payload: BusRequest<N>, reply: Reply<N>, options?: AskOptions): void
  /**
   * Answers `name`; with `at`, only where a request names this node. `handler` calls `reply` once, at once or later. One
   * that throws, or whose promise rejects, answers 1500 and is logged with its cause.
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
  /** Tells of each change of `isConnected`, never inside a call of its own. */
  onConnection(listener: (connected: boolean) => void): Unsubscribe
  close(): Promise<void>
}

/** A bus with promises for all that is not asked thousands of times a second. */
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

/** A bus's own refusal, 1503, of a request that no one answers or whose answer can't come any more. */
export const refuseUnanswered = (msg: string): Envelope<never> => {
  const envelope = refuse<never>(bodyCode.unavailable, msg)
  unanswered.add(envelope)
  return envelope
}

/**
 * Whether the bus itself made this refusal: no one answers, the bus is closed or not connected, or the connection was
 * lost while the answer was waited for. Known by the very object, not by its code: a responder that answers 1503 has
 * spoken. Only in the last of these cases may someone have acted on the request, so that anyone who asks again must be
 * able to repeat it. A request that ran out of time (1504) is not among them: it may well have been acted on, and
 * there is no time left to ask again.
 */
export const isUnanswered = (envelope: Envelope<unknown>): boolean => unanswered.has(envelope)
