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
 * `key` is the last part of a subject: a match, a player, a shard, an edge.
 */
export type Bus = {
  /**
   * Asks whoever answers `name`. Nobody answering, an answer that is late or a lost connection are told as an
   * envelope with code 1503 or 1504; this never rejects.
   */
  request<N extends BusRequestName>(
    name: N,
    payload: BusRequest<N>,
    options?: { timeoutMs?: number },
  ): Promise<Envelope<BusAnswer<N>>>
  /** Answers `name`. A handler that throws answers 1500 and is logged with its cause. */
  respond<N extends BusRequestName>(
    name: N,
    handler: (payload: BusRequest<N>) => Promise<Envelope<BusAnswer<N>>>,
  ): Unsubscribe
  publish<N extends BusEventName>(name: N, key: string | null, payload: BusEvent<N>): void
  /** `key` null listens to all keys. Handlers of one subscription run in the order of publishing. */
  subscribe<N extends BusEventName>(
    name: N,
    key: string | null,
    handler: (payload: BusEvent<N>, key: string | null) => void,
  ): Unsubscribe
  close(): Promise<void>
}
