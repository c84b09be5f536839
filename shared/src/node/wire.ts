import type { BusEventName, BusRequestName } from '../contracts/bus/index.ts'
import type { Unsubscribe } from './bus.ts'
import type { Reads } from './parse-message.ts'

/** What a request was sent within: another request by its id, a span by its `traceparent`. */
export type From = { requestId?: string | undefined; traceparent?: string | undefined }
/** A request as it arrives. */
export type IncomingRequest = {
  value: unknown
  from?: From | undefined
  /** Sends the answer; returns why it can't be carried. */
  answer(value: unknown): string | null
}
export type OnRequest = (asked: IncomingRequest) => void
export type OnEvent = (value: unknown, key: string | null, traceparent?: string) => void
/** Takes the answer to the request with this token: a value or `no one`. */
export type TakeAnswer = (token: number, value: unknown) => void

/** The answer where no one answers. */
export const noOne = Symbol('no-one')

/**
 * Carries the messages of a bus: JSON values, by the names, keys and nodes of `BusLine`. Nothing is delivered during
 * a call into the wire, and what one end sends arrives in order. Senders return why a value can't be carried. Listeners
 * must not throw.
 */
export type Wire = {
  reads: Reads
  isConnected(): boolean
  /** Calls back on each change of `isConnected`, never during this call. */
  onConnection(listener: (connected: boolean) => void): Unsubscribe
  /** Sends a request. Its answer is delivered with `token` to the owner of the wire. */
  ask(
    name: BusRequestName,
    at: string | null,
    asked: { value: unknown; token: number; from: From | undefined },
  ): string | null
  answer(name: BusRequestName, at: string | null, hear: OnRequest): Unsubscribe
  publish(name: BusEventName, key: string | null, value: unknown, traceparent?: string): string | null
  subscribe(name: BusEventName, key: string | null, hear: OnEvent): Unsubscribe
  /** Before the end, where others may wait: takes no more questions, and resolves when all are `answered` and that has left. */
  finish?(answered: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** The listeners of one name and key, in order. */
export class Line<N extends string, H> {
  /** The last listeners of a key that was closed: requests may be on their way to them. */
  listeners: readonly H[] = []
  isShut = false
  readonly name: N
  readonly key: string | null

  constructor(name: N, key: string | null) {
    this.name = name
    this.key = key
  }

  /** Delivers to all; one listener may remove another while it runs. */
  toAll(hand: (hear: H) => void): void {
    for (const hear of this.listeners) if (!this.isShut && this.listeners.includes(hear)) hand(hear)
  }

  next(): H | undefined {
    const [next, ...others] = this.listeners
    if (next && others.length > 0) this.listeners = [...others, next]
    return next
  }
}

/** What one end listens to. `open` is called with the first listener of a key, `shut` when the last has left. */
export class Lines<N extends string, H extends object> {
  /** The list of one that each hearer is: a line for each of thousands of keys has the same one. */
  readonly #alone = new WeakMap<H, readonly H[]>()
  readonly #lines = new Map<N, Map<string | null, Line<N, H>>>()
  readonly #open: (line: Line<N, H>) => void
  readonly #shut: (line: Line<N, H>) => void

  constructor(open: (line: Line<N, H>) => void = () => {}, shut: (line: Line<N, H>) => void = () => {}) {
    this.#open = open
    this.#shut = shut
  }

  get(name: N, key: string | null): Line<N, H> | undefined {
    return this.#lines.get(name)?.get(key)
  }

  all(): Line<N, H>[] {
    return [...this.#lines.values()].flatMap((lines) => [...lines.values()])
  }

  hear(name: N, key: string | null, hear: H): Unsubscribe {
    const lines = this.#lines.get(name) ?? new Map<string | null, Line<N, H>>()
    this.#lines.set(name, lines)
    const line = lines.get(key) ?? new Line<N, H>(name, key)
    const alone = this.#alone.get(hear) ?? [hear]
    this.#alone.set(hear, alone)
    line.listeners = line.listeners.length === 0 ? alone : [...line.listeners, hear]
    if (!lines.has(key)) {
      lines.set(key, line)
      this.#open(line)
    }
    let hears = true
    return () => {
      if (line.isShut || !hears) return
      hears = false
      const left = line.listeners.toSpliced(line.listeners.indexOf(hear), 1)
      line.isShut = left.length === 0
      if (!line.isShut) {
        line.listeners = left
        return
      }
      // Keys are players and matches: keeping an empty list for each would be a leak.
      lines.delete(key)
      this.#shut(line)
    }
  }
}
