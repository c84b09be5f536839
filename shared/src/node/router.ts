import { type BusAnswer, type BusRequest, bodyCode, type Envelope, refuse } from '../contracts/index.ts'
import { shardCount, shardOfHost, shardOfMatch, shardOfQueue } from '../shards/index.ts'
import type { Bus, Reply } from './bus.ts'
import type { Clock } from './clock.ts'
import { requestTimeoutMs } from './in-process-bus.ts'
import type { OwnerDirectory } from './owners.ts'
import { currentRequestId, withRequestId } from './request-context.ts'
import { Call, type LineObserver, type ShardLine, shardLine } from './shard-line.ts'

export type { LineObserver as RouterObserver } from './shard-line.ts'

/** What only the owner of a shard can answer. */
export type RoutedName =
  | 'lobby.find'
  | 'lobby.host'
  | 'lobby.open'
  | 'match.sit'
  | 'match.reveal'
  | 'match.open'
  | 'match.leave'
  | 'match.stand'
  | 'match.void'
  | 'match.resume'
  | 'match.rematch'
  | 'match.presence'

export type Router = {
  /**
   * Asks the owner of the shard that the request is about, whoever that is or becomes, for at most `timeoutMs`
   * milliseconds, 5,000 unless told. `reply` is called once. It is told 1503 when no owner was reached, or the bus was lost while one
   * was asked, and 1504 when one may have done what was asked without answering; an owner's own answer, a 1503 too, is
   * passed on.
   *
   * A request may be heard by several owners, and more than once: all routed ones are safe to repeat. Commands carry
   * ids, and the rest say or ask how things are, or find what was found or made before.
   */
  ask<N extends RoutedName>(
    name: N,
    payload: BusRequest<N>,
    reply: Reply<N>,
    options?: { timeoutMs?: number },
  ): void
  /** As `ask`, with a promise that never rejects. */
  request<N extends RoutedName>(
    name: N,
    payload: BusRequest<N>,
    options?: { timeoutMs?: number },
  ): Promise<Envelope<BusAnswer<N>>>
  /** Answers what waits, and whatever is asked from now on, with 1503 or 1504. */
  close(): void
}

export type RouterOptions = {
  bus: Pick<Bus, 'ask' | 'onConnection'>
  owners: Pick<OwnerDirectory, 'ownerOf' | 'onChange'>
  clock: Clock
  observer?: LineObserver
}

const ofMatch = ({ matchId }: Pick<BusRequest<'match.leave'>, 'matchId'>) => shardOfMatch(matchId)

/** The shard that a request is about. */
export const shardAsked: { [N in RoutedName]: (payload: BusRequest<N>) => number } = {
  'lobby.find': shardOfQueue,
  'lobby.host': ({ playerId }) => shardOfHost(playerId),
  'lobby.open': ({ shard }) => shard,
  'match.sit': ofMatch,
  'match.reveal': ofMatch,
  'match.open': ofMatch,
  'match.leave': ofMatch,
  'match.stand': ofMatch,
  'match.void': ofMatch,
  'match.resume': ofMatch,
  'match.rematch': ofMatch,
  'match.presence': ofMatch,
}

const unobserved: LineObserver = { asked: () => {}, moved: () => {}, waited: () => {} }

type Asked<N extends RoutedName> = {
  name: N
  payload: BusRequest<N>
  reply: Reply<N>
  timeoutMs: number
}

class RoutedCall<N extends RoutedName> extends Call {
  override readonly deadline: number
  readonly #bus: Pick<Bus, 'ask'>
  readonly #asked: Asked<N>
  /** What waits is sent when something else happens, which is within another request or none. */
  readonly #requestId = currentRequestId()

  constructor(bus: Pick<Bus, 'ask'>, asked: Asked<N>, now: number) {
    super()
    this.#bus = bus
    this.#asked = asked
    this.deadline = now + asked.timeoutMs
  }

  override ask(at: string, timeoutMs: number, reply: Reply<N>): void {
    const { name, payload } = this.#asked
    withRequestId(this.#requestId, () => this.#bus.ask(name, payload, reply, { at, timeoutMs }))
  }

  override end(answer: Envelope<BusAnswer<N>>): void {
    this.#asked.reply(answer)
  }

  override giveUp(unclear: boolean): void {
    const { name, timeoutMs, reply } = this.#asked
    reply(
      unclear
        ? refuse(bodyCode.timeout, `no answer to ${name} within ${timeoutMs} ms`)
        : refuse(bodyCode.unavailable, `nobody has taken up ${name}`),
    )
  }
}

/** Finds the owners of shards for whoever asks, and stays with a request until one has answered. */
export const router = ({ bus, owners, clock, observer = unobserved }: RouterOptions): Router => {
  let closed = false
  const lines: readonly ShardLine[] = Array.from({ length: shardCount }, (_, shard) =>
    shardLine({ owner: () => owners.ownerOf(shard), clock, observer }),
  )
  const stops = [
    owners.onChange((shards) => {
      for (const shard of shards) lines[shard]?.ownerChanged()
    }),
    bus.onConnection((connected) => {
      if (connected) for (const line of lines) line.tryAgain()
    }),
  ]

  const ask: Router['ask'] = (name, payload, reply, { timeoutMs = requestTimeoutMs } = {}) => {
    const call = new RoutedCall(bus, { name, payload, reply, timeoutMs }, clock.now())
    const line = lines[shardAsked[name](payload)]
    if (closed || !line) call.giveUp(false)
    else line.enter(call)
  }

  return {
    ask,
    request: (name, payload, options) => new Promise((resolve) => ask(name, payload, resolve, options)),
    close() {
      closed = true
      for (const stop of stops) stop()
      for (const line of lines) line.close()
    },
  }
}
