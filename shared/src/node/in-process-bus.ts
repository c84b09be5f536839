import type { BusEventName, BusRequestName } from '../contracts/bus/index.ts'
import type { Bus, Unsubscribe } from './bus.ts'
import { readOwn } from './parse-message.ts'
import { withRequestId } from './request-context.ts'
import { type HearEvent, type HearRequest, Lines, noOne, type TakeAnswer, type Wire } from './wire.ts'
import { type BusOptions, wireBus } from './wire-bus.ts'

/**
 * What passes messages on between all that is connected to it in one process. They are handed over as they are, not
 * copied: all that is sent in one step of the event loop is heard at its end, in its order.
 */
export class Exchange {
  readonly #requests = new Lines<BusRequestName, HearRequest>()
  /** What each end hears: an end that closes is forgotten as a whole, since it may hear thousands of keys. */
  readonly #events = new Set<Lines<BusEventName, HearEvent>>()
  #posted: (() => void)[] = []

  readonly #handOver = (): void => {
    const all = this.#posted
    this.#posted = []
    for (const deliver of all) deliver()
  }

  /** There is nothing here that can't be carried. */
  #post(deliver: () => void): null {
    if (this.#posted.push(deliver) === 1) queueMicrotask(() => withRequestId(undefined, this.#handOver))
    return null
  }

  /** A separate end. */
  connect(take: TakeAnswer): Wire {
    const events = new Lines<BusEventName, HearEvent>()
    this.#events.add(events)
    const stops = new Set<Unsubscribe>()
    let isOpen = true
    const answered = (token: number, value: unknown) => this.#post(() => take(token, value))
    return {
      reads: readOwn,
      isConnected: () => isOpen,
      // Anyone who is in this process is within reach.
      onConnection: () => () => {},
      ask: (name, at, { value, token, requestId }) =>
        this.#post(() => {
          const hear = this.#requests.get(name, at)?.next()
          if (hear) hear({ value, requestId, answer: (envelope) => answered(token, envelope) })
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
      publish: (name, key, value) =>
        this.#post(() => {
          const hand = (hear: HearEvent) => hear(value, key)
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
