import type { BusEventName, BusRequestName } from '../contracts/bus/index.ts'
import type { Bus, Unsubscribe } from './bus.ts'
import { readOwn } from './parse-message.ts'
import { withRequestId } from './request-context.ts'
import { Lines, noOne, type OnEvent, type OnRequest, type TakeAnswer, type Wire } from './wire.ts'
import { type BusOptions, wireBus } from './wire-bus.ts'

/**
 * Connects everything in one process. Messages are passed by reference, not copied: whatever is sent in one step of
 * the event loop is delivered at its end, in order.
 */
export class Exchange {
  readonly #requests = new Lines<BusRequestName, OnRequest>()
  /** The subscriptions of each end: a closing end is dropped as a whole, since it may listen to thousands of keys. */
  readonly #events = new Set<Lines<BusEventName, OnEvent>>()
  #posted: (() => void)[] = []

  readonly #handOver = (): void => {
    const all = this.#posted
    this.#posted = []
    for (const deliver of all) deliver()
  }

  /** Any value can be carried here. */
  #post(deliver: () => void): null {
    if (this.#posted.push(deliver) === 1) queueMicrotask(() => withRequestId(undefined, this.#handOver))
    return null
  }

  /** A separate end. */
  connect(take: TakeAnswer): Wire {
    const events = new Lines<BusEventName, OnEvent>()
    this.#events.add(events)
    const stops = new Set<Unsubscribe>()
    let isOpen = true
    const answered = (token: number, value: unknown) => this.#post(() => take(token, value))
    return {
      reads: readOwn,
      isConnected: () => isOpen,
      // Everyone in this process can be reached.
      onConnection: () => () => {},
      ask: (name, at, { value, token, from }) =>
        this.#post(() => {
          const hear = this.#requests.get(name, at)?.next()
          if (hear) hear({ value, from, answer: (envelope) => answered(token, envelope) })
          else answered(token, noOne)
        }),
      answer: (name, at, hear) => {
        const stop = this.#requests.hear(name, at, hear)
        stops.add(stop)
        return () => {
          stops.delete(stop)
          stop()
        }
      },
      publish: (name, key, value, traceparent) =>
        this.#post(() => {
          const hand = (hear: OnEvent) => hear(value, key, traceparent)
          for (const heard of this.#events) {
            heard.get(name, null)?.toAll(hand)
            if (key !== null) heard.get(name, key)?.toAll(hand)
          }
        }),
      subscribe: (name, key, hear) => events.hear(name, key, hear),
      close: async () => {
        isOpen = false
        this.#events.delete(events)
        for (const stop of stops) stop()
      },
    }
  }
}

/** The bus between the parts of one process, and with whatever else is connected to `exchange`. */
export const inProcessBus = (options: BusOptions & { exchange?: Exchange }): Bus =>
  wireBus((take) => (options.exchange ?? new Exchange()).connect(take), options)
