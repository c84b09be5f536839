import type {
  BusAnswer,
  BusEvent,
  BusEventName,
  BusRequest,
  BusRequestName,
  Envelope,
} from '../contracts/index.ts'

export type Unsubscribe = () => void

/**
 * How BFF and platform nodes talk. Payloads are JSON values and are never changed after they were handed over.
 * `key` is the last part of a subject: a match, a player, a shard, an edge. `at` is a node's name: a request that
 * names one reaches what that node answers under its name, and nobody else. The request within which code asks (see
 * `withRequestId`) is also that within which it is answered; events are heard within none.
 */
export type Bus = {
  /**
   * Asks whoever answers `name`. Nobody answering, an answer that is late or a lost connection are told as an
   * envelope with code 1503 or 1504; this never rejects.
   */
  request<N extends BusRequestName>(
    name: N,
    payload: BusRequest<N>,
    options?: { timeoutMs?: number; at?: string },
  ): Promise<Envelope<BusAnswer<N>>>
  /**
   * Answers `name`; with `at`, only where a request names this node. A handler that throws answers 1500 and is logged
   * with its cause.
   */
  respond<N extends BusRequestName>(
    name: N,
    handler: (payload: BusRequest<N>) => Promise<Envelope<BusAnswer<N>>>,
    options?: { at?: string },
  ): Unsubscribe
  publish<N extends BusEventName>(name: N, key: string | null, payload: BusEvent<N>): void
  /** `key` null listens to all keys. Handlers of one subscription run in the order of publishing. */
  subscribe<N extends BusEventName>(
    name: N,
    key: string | null,
    handler: (payload: BusEvent<N>, key: string | null) => void,
  ): Unsubscribe
  /** Whether others can be reached now. */
  isConnected(): boolean
  /** Tells of each change of `isConnected`, never inside a call of its own. */
  onConnection(listener: (connected: boolean) => void): Unsubscribe
  close(): Promise<void>
}
