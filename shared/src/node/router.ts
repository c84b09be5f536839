import type { BusAnswer, BusRequest, BusRequestName } from '../contracts/bus/index.ts'
import { bodyCode, type Envelope, refuse } from '../contracts/index.ts'
import { shardCount, shardOfHost, shardOfMatch, shardOfQueue } from '../shards/index.ts'
import { type Bus, isUnanswered, type Reply, requestTimeoutMs } from './bus.ts'
import type { Clock } from './clock.ts'
import type { Owner, OwnerDirectory } from './owners.ts'
import { currentRequestId, withRequestId } from './request-context.ts'

const ofMatch = ({ matchId }: Pick<BusRequest<'match.leave'>, 'matchId'>) => shardOfMatch(matchId)

const shards = {
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
} satisfies { [N in BusRequestName]?: (payload: BusRequest<N>) => number }

/** What only the owner of a shard can answer. */
export type RoutedName = keyof typeof shards

/** The shard that a request is about. */
export const shardAsked: { [N in RoutedName]: (payload: BusRequest<N>) => number } = shards

export type Router = ReturnType<typeof router>

export type RouterOptions = {
  bus: Pick<Bus, 'ask' | 'onConnection'>
  owners: Pick<OwnerDirectory, 'ownerOf' | 'onChange'>
  clock: Clock
  /** Hears what asking owners comes to. */
  observer?: {
    asked(): void
    /** The node that was asked is not the owner, or not there, or was superseded before it answered. */
    moved(): void
    /** A request that could not be asked at once is over after this many milliseconds. */
    waited(ms: number): void
  }
}

/** Between two questions to the same owner, growing to the longest, in milliseconds. */
const firstPauseMs = 25
const longestPauseMs = 100
/** A node that is not the owner says so at once: one that takes longer than this has taken the request up. */
const takenUpMs = 100

/** Whether no owner has spoken: the one asked says that it is none, or the bus found no one. */
const isUnowned = (answer: Envelope<unknown>): boolean =>
  answer.code === bodyCode.shardMoved || (answer.code === bodyCode.unavailable && isUnanswered(answer))

type Asked<N extends RoutedName = RoutedName> = {
  name: N
  payload: BusRequest<N>
  reply(answer: Envelope<BusAnswer<N>>): void
  timeoutMs: number
}

/** A request to the node that owns a shard, and how it stands. */
class Call {
  readonly asked: Asked
  /** Until when it is worth asking, in milliseconds since 1970. */
  readonly deadline: number
  /** What waits is sent when something else happens, which is within another request or none. */
  readonly requestId = currentRequestId()
  /** Under which epoch it is being asked, or was last. */
  epoch = 0
  /** Questions so far; the answer to any but the last is not listened to. */
  questions = 0
  /** Since when it has waited; null where it never had to. */
  waitingSince: number | null = null
  /** Whether it was given up at some owner before that answered. */
  isUnclear = false
  /** Calls off its end at its deadline while it waits. */
  cancel: (() => void) | null = null

  constructor(asked: Asked, now: number) {
    this.asked = asked
    this.deadline = now + asked.timeoutMs
  }

  /** Ends it without an owner's answer, though one may have done what was asked all the same. */
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
 * The calls to one shard's owner. They go straight to it. Once it turns out not to be one, those that follow wait here,
 * however many: one of them asks again now and then, and all go when that one is heard or when an owner is known under
 * another epoch. A call that hangs at an owner that was superseded is asked again at once; the answer to the first question
 * is not listened to.
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
    // Without an owner there is no one to ask: its beat tells.
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
    if (!current || timeoutMs <= 0) return wait(call)
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
    withRequestId(call.requestId, () => bus.ask(name, payload, heard, options))
  }

  return {
    enter(call: Call) {
      if (waiting.size > 0 || scout) wait(call)
      else send(call)
    },
    /** The shard has another owner or epoch, or has none now. */
    ownerChanged() {
      const current = owner()
      // What its last owner has in hand it answers yet.
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

/** Finds the owners of shards for anyone who asks, and stays with a request until one has answered. */
export const router = (options: RouterOptions) => {
  const { bus, owners, clock, observer = { asked() {}, moved() {}, waited() {} } } = options
  let closed = false
  const lines = Array.from({ length: shardCount }, (_, shard) =>
    shardLine(() => owners.ownerOf(shard), { ...options, observer }),
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
   * Asks the owner of the shard that the request is about, no matter who that is or becomes, for at most `timeoutMs`
   * milliseconds, 5,000 unless told. `reply` is called once. It gets 1503 when no owner was reached, or the bus was lost while one
   * was asked, and 1504 when one may have done what was asked without answering; an owner's own answer, a 1503 too, is
   * passed on.
   *
   * A request may be heard by several owners, and more than once: all routed ones are safe to repeat. Commands carry
   * ids, and the rest say or ask how things are, or find what was found or made before.
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
    /** Answers what waits, and whatever is asked from now on, with 1503 or 1504. */
    close(): void {
      closed = true
      for (const stop of stops) stop()
      for (const line of lines) line.close()
    },
  }
}
