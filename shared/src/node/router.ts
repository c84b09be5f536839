import type { BusAnswer, BusRequest, BusRequestName } from '../contracts/bus/index.ts'
import { bodyCode, type Envelope, refuse } from '../contracts/index.ts'
import { shardCount, shardOfHost, shardOfMatch, shardOfQueue } from '../shards/index.ts'
import { type Bus, isUnanswered, type Reply, requestTimeoutMs } from './bus.ts'
import { type Clock, steadyOf } from './clock.ts'
import type { Owner, OwnerDirectory } from './owners.ts'
import { currentOrigin, within } from './request-context.ts'

const ofMatch = ({ matchId }: Pick<BusRequest<'match.leave'>, 'matchId'>) => shardOfMatch(matchId)

const shards = {
  'lobby.find': shardOfQueue,
  'lobby.host': ({ playerId }) => shardOfHost(playerId),
  'lobby.open': ({ shard }) => shard,
  'match.sit': ofMatch,
  'match.link': ofMatch,
  'match.reveal': ofMatch,
  'match.open': ofMatch,
  'match.leave': ofMatch,
  'match.stand': ofMatch,
  'match.void': ofMatch,
  'match.resume': ofMatch,
  'match.rematch': ofMatch,
  'match.presence': ofMatch,
} satisfies { [N in BusRequestName]?: (payload: BusRequest<N>) => number }

/** Requests that only the owner of a shard can answer. */
export type RoutedName = keyof typeof shards

/** The shard that a request is about. */
export const shardAsked: { [N in RoutedName]: (payload: BusRequest<N>) => number } = shards

export type Router = ReturnType<typeof router>

export type RouterOptions = {
  bus: Pick<Bus, 'ask' | 'onConnection'>
  owners: Pick<OwnerDirectory, 'ownerOf' | 'onChange'>
  clock: Clock
  /** Observes how asking owners goes. */
  observer?: {
    asked(): void
    /** The asked node is not the owner, or not there, or was superseded before it answered. */
    moved(): void
    /** A request that had to wait ended after this many milliseconds. */
    waited(ms: number): void
  }
}

/** The pause between two attempts at the same owner, growing to the longest, in milliseconds. */
const firstPauseMs = 25
const longestPauseMs = 100
/** A node that is not the owner says so at once: one that takes longer than this is working on the request. */
const takenUpMs = 100

/** Whether no owner has answered: the asked node is not the owner, or the bus found no one. */
const isUnowned = (answer: Envelope<unknown>): boolean =>
  answer.code === bodyCode.shardMoved || (answer.code === bodyCode.unavailable && isUnanswered(answer))

type Asked<N extends RoutedName = RoutedName> = {
  name: N
  payload: BusRequest<N>
  reply(answer: Envelope<BusAnswer<N>>): void
  timeoutMs: number
}

/** A routed request and its state. */
class Call {
  readonly asked: Asked
  /** Its deadline, by the router's steady clock. */
  readonly deadline: number
  /** What to go back to: it is sent later, from within another request or none. */
  readonly origin = currentOrigin()
  /** The epoch it was last sent under. */
  epoch = 0
  /** Attempts so far; answers to earlier ones are ignored. */
  questions = 0
  /** Since when it has waited; null if it never had to. */
  waitingSince: number | null = null
  /** Whether an attempt was abandoned before its owner answered. */
  isUnclear = false
  /** Cancels its deadline. */
  cancel: (() => void) | null = null

  constructor(asked: Asked, now: number) {
    this.asked = asked
    this.deadline = now + asked.timeoutMs
  }

  /** Ends it without an owner's answer, though one may have handled it. */
  giveUp(): void {
    const { name, timeoutMs, reply } = this.asked
    reply(
      this.isUnclear
        ? refuse(bodyCode.timeout, `no answer to ${name} within ${timeoutMs} ms`)
        : refuse(bodyCode.unavailable, `no one has taken up ${name}`),
    )
  }
}

/**
 * The requests to one shard's owner. They are sent at once. Once the node turns out not to be the owner, later ones
 * wait here: one is retried now and then, and all are sent when that is answered or an owner with another epoch
 * appears. A request that hangs at a superseded owner is sent again at once; the answer to the first attempt is
 * ignored.
 */
const shardLine = (owner: () => Owner | null, { bus, clock, observer }: Required<RouterOptions>) => {
  const asking = new Set<Call>()
  const waiting = new Set<Call>()
  let scout: Call | null = null
  let pauseMs = firstPauseMs
  let cancelTimer: (() => void) | null = null

  const rest = () => {
    cancelTimer?.()
    cancelTimer = null
    scout = null
  }

  const over = ({ waitingSince }: Call) => {
    if (waitingSince !== null) observer.waited(clock.now() - waitingSince)
  }

  const giveUp = (call: Call) => {
    over(call)
    call.giveUp()
  }

  const wait = (call: Call) => {
    const now = clock.now()
    if (now >= call.deadline) return giveUp(call)
    call.waitingSince ??= now
    call.cancel = clock.after(call.deadline - now, () => {
      waiting.delete(call)
      giveUp(call)
    })
    waiting.add(call)
    planScout()
  }

  const planScout = () => {
    // Without an owner there is no one to ask; the next beat tells.
    if (waiting.size > 0 && owner() && !cancelTimer) cancelTimer = clock.after(pauseMs, sendScout)
  }

  const next = (call: Call) => {
    call.cancel?.()
    waiting.delete(call)
    send(call)
  }

  const release = () => {
    rest()
    pauseMs = firstPauseMs
    for (const call of [...waiting]) next(call)
  }

  const sendScout = () => {
    rest()
    const [first] = waiting
    if (!first || !owner()) return
    scout = first
    cancelTimer = clock.after(takenUpMs, release)
    next(first)
  }

  const hear = (call: Call, answer: Envelope<BusAnswer<RoutedName>>) => {
    asking.delete(call)
    if (!isUnowned(answer)) {
      over(call)
      call.asked.reply(answer)
      if (scout === call) release()
      return
    }
    observer.moved()
    if (scout === call) {
      rest()
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
      planScout()
    }
    wait(call)
  }

  const send = (call: Call) => {
    const current = owner()
    const timeoutMs = call.deadline - clock.now()
    if (!current || timeoutMs <= 0) {
      asking.delete(call)
      return wait(call)
    }
    call.epoch = current.epoch
    call.questions += 1
    asking.add(call)
    observer.asked()
    const { questions } = call
    const { name, payload } = call.asked
    const heard = (answer: Envelope<BusAnswer<RoutedName>>) => {
      if (call.questions === questions && asking.has(call)) hear(call, answer)
    }
    const options = { at: current.node, timeoutMs }
    within(call.origin, () => bus.ask(name, payload, heard, options))
  }

  return {
    enter(call: Call) {
      if (waiting.size > 0 || scout) wait(call)
      else send(call)
    },
    /** The shard has another owner or epoch, or none. */
    ownerChanged() {
      const current = owner()
      // Its last owner still answers what it is working on.
      if (!current) return
      for (const call of [...asking]) {
        if (call.epoch >= current.epoch) continue
        observer.moved()
        call.isUnclear = true
        send(call)
      }
      release()
    },
    /** It may be worth asking again by now. */
    tryAgain: sendScout,
    close() {
      rest()
      for (const call of asking) call.isUnclear = true
      for (const call of [...waiting, ...asking]) {
        call.cancel?.()
        giveUp(call)
      }
      waiting.clear()
      asking.clear()
    },
  }
}

/** Routes requests to the owners of shards and retries until an owner answers. */
export const router = (options: RouterOptions) => {
  const { bus, owners, observer = { asked() {}, moved() {}, waited() {} } } = options
  const clock = steadyOf(options.clock)
  let closed = false
  const lines = Array.from({ length: shardCount }, (_, shard) =>
    shardLine(() => owners.ownerOf(shard), { bus, owners, clock, observer }),
  )
  const stops = [
    owners.onChange((shards) => {
      for (const shard of shards) lines[shard]?.ownerChanged()
    }),
    bus.onConnection((connected) => {
      if (connected) for (const line of lines) line.tryAgain()
    }),
  ]

  /**
   * Asks the owner of the request's shard, also if it moves, for at most `timeoutMs` milliseconds, 5,000
   * by default. `reply` is called once: with 1503 when no owner was reached or the bus was lost while one was asked,
   * with 1504 when one may have acted without answering, else with the owner's answer, a 1503 too.
   *
   * A request may reach several owners, and more than once: every routed one is safe to repeat. Commands carry ids;
   * the rest read, or find what was made before.
   */
  const ask = <N extends RoutedName>(
    name: N,
    payload: BusRequest<N>,
    reply: Reply<N>,
    { timeoutMs = requestTimeoutMs }: { timeoutMs?: number } = {},
  ): void => {
    const call = new Call({ name, payload, reply, timeoutMs }, clock.now())
    const line = lines[shardAsked[name](payload)]
    if (closed || !line) call.giveUp()
    else line.enter(call)
  }

  return {
    ask,
    /** As `ask`, with a promise that never rejects. */
    request: <N extends RoutedName>(name: N, payload: BusRequest<N>, options?: { timeoutMs?: number }) =>
      new Promise<Envelope<BusAnswer<N>>>((resolve) => ask(name, payload, resolve, options)),
    /** Answers waiting and later requests with 1503 or 1504. */
    close(): void {
      closed = true
      for (const stop of stops) stop()
      for (const line of lines) line.close()
    },
  }
}
