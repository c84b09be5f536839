import type { BusEventName, BusRequestName } from '../contracts/bus/index.ts'
import type { Unsubscribe } from './bus.ts'
import type { Reads } from './parse-message.ts'

/** A question as it arrives, and the request within which it was asked. */
export type Asked = {
  value: unknown
  requestId?: string | undefined
  /** Sends the answer; tells why it can't be carried. */
  answer(value: unknown): string | null
}
export type HearRequest = (asked: Asked) => void
export type HearEvent = (value: unknown, key: string | null) => void
/** Takes the answer to what was asked with this token: a value or `no one`. */
export type TakeAnswer = (token: number, value: unknown) => void

/** What comes as the answer where no one answers. */
export const noOne = Symbol('no-one')

/**
 * What carries the messages of a bus: values that are JSON, by the names, keys and nodes that `BusLine` has. Nothing is
 * heard inside a call of its own, and what one end sends is heard in its order. What sends tells why it can't be carried.
 * What hears must not throw.
 */
export type Wire = {
  reads: Reads
  isConnected(): boolean
  /** Tells of each change of `isConnected`, never inside a call of its own. */
  onConnection(listener: (connected: boolean) => void): Unsubscribe
  /** Asks one who answers. What they answer is taken with `token`, by anyone the wire was made for. */
  ask(
    name: BusRequestName,
    at: string | null,
    asked: { value: unknown; token: number; requestId: string | undefined },
  ): string | null
  answer(name: BusRequestName, at: string | null, hear: HearRequest): Unsubscribe
  publish(name: BusEventName, key: string | null, value: unknown): string | null
  subscribe(name: BusEventName, key: string | null, hear: HearEvent): Unsubscribe
  /** Before the end, where others may wait: takes no more questions, and resolves when all are `answered` and that has left. */
  finish?(answered: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** What is heard by one name and key, and by whom, the first one first. */
export class Line<N extends string, H> {
  /** Those of a line that is shut are its last: questions may be on their way to them. */
  hearers: readonly H[] = []
  isShut = false
  readonly name: N
  readonly key: string | null

  constructor(name: N, key: string | null) {
    this.name = name
    this.key = key
  }

  /** Hands over to all; one may end another's hearing in the meantime. */
  toAll(hand: (hear: H) => void): void {
    for (const hear of this.hearers) if (!this.isShut && this.hearers.includes(hear)) hand(hear)
  }

  next(): H | undefined {
    const [next, ...others] = this.hearers
    if (next && others.length > 0) this.hearers = [...others, next]
    return next
  }
}

/** What one end hears. `open` is called with a line's first hearer, `shut` when its last has left. */
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
    line.hearers = line.hearers.length === 0 ? alone : [...line.hearers, hear]
    if (!lines.has(key)) {
      lines.set(key, line)
      this.#open(line)
    }
    let hears = true
    return () => {
      if (line.isShut || !hears) return
      hears = false
      const left = line.hearers.toSpliced(line.hearers.indexOf(hear), 1)
      line.isShut = left.length === 0
      if (!line.isShut) {
        line.hearers = left
        return
      }
      // Keys are players and matches: an empty line for each that ever was would be a leak.
      lines.delete(key)
      this.#shut(line)
    }
  }
}
