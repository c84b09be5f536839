import { bodyCode, type Envelope } from '../contracts/index.ts'
import type { Clock } from './clock.ts'
import type { Owner } from './owners.ts'
import { isUnanswered } from './unanswered.ts'

/** A request to whoever owns a shard, and how its line stands with it. */
export abstract class Call {
  /** Until when it is worth asking, in milliseconds since 1970. */
  abstract readonly deadline: number
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

  /** Asks this node, for at most `timeoutMs`. */
  abstract ask(node: string, timeoutMs: number, reply: (answer: Envelope<unknown>) => void): void
  /** Ends the call with an owner's answer. */
  abstract end(answer: Envelope<unknown>): void
  /** Ends it without one; `unclear` when a node may have done what was asked all the same. */
  abstract giveUp(unclear: boolean): void
}

/** Is told what asking owners comes to. */
export type LineObserver = {
  /** A node was asked as the owner. */
  asked(): void
  /** The node that was asked is not the owner, or not there, or was superseded before it answered. */
  moved(): void
  /** A call that could not be asked at once is over after this many milliseconds. */
  waited(ms: number): void
}

/** The calls to one shard's owner. */
export type ShardLine = {
  enter(call: Call): void
  /** The shard has another owner or epoch, or has none now. */
  ownerChanged(): void
  /** It may be worth asking again by now. */
  tryAgain(): void
  close(): void
}

export type ShardLineOptions = {
  owner: () => Owner | null
  clock: Clock
  observer: LineObserver
}

/** Between two questions to the same owner, growing to the longest, in milliseconds. */
const firstPauseMs = 25
const longestPauseMs = 100
/** A node that is not the owner says so at once: one that takes longer than this has taken the call up. */
const takenUpMs = 100

/** Whether no owner has spoken: the one asked says that it is none, or the bus found nobody. */
const isUnowned = (answer: Envelope<unknown>): boolean =>
  answer.code === bodyCode.shardMoved || (answer.code === bodyCode.unavailable && isUnanswered(answer))

/**
 * Calls go straight to the owner. Once it turns out not to be one, those that follow wait here, however many: one of
 * them asks again now and then, and all go when that one is heard or when an owner is known under another epoch. A call
 * that hangs at an owner that was superseded is asked anew at once; the answer to the first question is not listened to.
 */
export const shardLine = ({ owner, clock, observer }: ShardLineOptions): ShardLine => {
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
    call.giveUp(call.isUnclear)
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
    // Without an owner there is nobody to ask: its beat tells.
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

  const hear = (call: Call, answer: Envelope<unknown>) => {
    asking.delete(call)
    if (!isUnowned(answer)) {
      over(call)
      call.end(answer)
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
    call.ask(current.node, timeoutMs, (answer) => {
      if (call.questions === questions && asking.has(call)) hear(call, answer)
    })
  }

  return {
    enter(call) {
      if (waiting.size > 0 || scout) wait(call)
      else send(call)
    },
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
    tryAgain: sendScout,
    close() {
      rest()
      for (const call of waiting) {
        call.cancel?.()
        giveUp(call)
      }
      for (const call of asking) {
        call.isUnclear = true
        giveUp(call)
      }
      waiting.clear()
      asking.clear()
    },
  }
}
