import type { Clock } from './clock.ts'
import type { Owner } from './owners.ts'

/** A request to whoever owns a shard. */
export type Call = {
  /** Until when it is worth asking, in milliseconds since 1970. */
  deadline: number
  /**
   * Asks this node, for at most `timeoutMs`. Resolves with what ends the call with the answer, or with null when it
   * was no owner that answered, or nobody.
   */
  ask(node: string, timeoutMs: number): Promise<(() => void) | null>
  /** Ends the call without an answer; `unclear` when a node may have done what was asked all the same. */
  giveUp(unclear: boolean): void
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

type Attempt = { epoch: number }
type Wait = { cancel: () => void }

/**
 * Calls go straight to the owner. Once it turns out not to be one, those that follow wait here, however many: one of
 * them asks again now and then, and all go when that one is heard or when an owner is known under another epoch. A call
 * that hangs at an owner that was superseded is asked anew at once; the answer to the first question is not listened to.
 */
export const shardLine = ({ owner, clock, observer }: ShardLineOptions): ShardLine => {
  const asking = new Map<Call, Attempt>()
  const waiting = new Map<Call, Wait>()
  /** Since when calls that had to wait do. */
  const waitingSince = new WeakMap<Call, number>()
  /** Calls that were given up at some owner before it answered. */
  const unclear = new WeakSet<Call>()
  let scout: Call | null = null
  let pauseMs = firstPauseMs
  let cancelTimer: (() => void) | null = null

  const rest = () => {
    cancelTimer?.()
    cancelTimer = null
    scout = null
  }

  const over = (call: Call) => {
    const since = waitingSince.get(call)
    if (since !== undefined) observer.waited(clock.now() - since)
  }

  const giveUp = (call: Call) => {
    over(call)
    call.giveUp(unclear.has(call))
  }

  const wait = (call: Call) => {
    const now = clock.now()
    if (now >= call.deadline) return giveUp(call)
    if (!waitingSince.has(call)) waitingSince.set(call, now)
    const cancel = clock.after(call.deadline - now, () => {
      waiting.delete(call)
      giveUp(call)
    })
    waiting.set(call, { cancel })
    planScout()
  }

  const planScout = () => {
    // Without an owner there is nobody to ask: its beat tells.
    if (waiting.size > 0 && owner() && !cancelTimer) cancelTimer = clock.after(pauseMs, sendScout)
  }

  const next = (call: Call) => {
    waiting.get(call)?.cancel()
    waiting.delete(call)
    send(call)
  }

  const release = () => {
    rest()
    pauseMs = firstPauseMs
    for (const call of [...waiting.keys()]) next(call)
  }

  const sendScout = () => {
    rest()
    const [first] = waiting.keys()
    if (!first || !owner()) return
    scout = first
    cancelTimer = clock.after(takenUpMs, release)
    next(first)
  }

  const send = (call: Call) => {
    const current = owner()
    const timeoutMs = call.deadline - clock.now()
    if (!current || timeoutMs <= 0) return wait(call)
    const attempt: Attempt = { epoch: current.epoch }
    asking.set(call, attempt)
    observer.asked()
    void call.ask(current.node, timeoutMs).then((end) => {
      if (asking.get(call) !== attempt) return
      asking.delete(call)
      if (end) {
        over(call)
        end()
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
      for (const [call, { epoch }] of [...asking]) {
        if (epoch >= current.epoch) continue
        observer.moved()
        unclear.add(call)
        send(call)
      }
      release()
    },
    tryAgain: sendScout,
    close() {
      rest()
      for (const [call, { cancel }] of waiting) {
        cancel()
        giveUp(call)
      }
      for (const call of asking.keys()) {
        unclear.add(call)
        giveUp(call)
      }
      waiting.clear()
      asking.clear()
    },
  }
}
