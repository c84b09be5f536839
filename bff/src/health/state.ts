import type { ConnectionCause, ConnectionState } from '@minefall/shared/contracts/desk'
import { type CloseCode, closeCodes } from '@minefall/shared/contracts/live'

export type Judged = { state: ConnectionState; cause: ConnectionCause | null }

/** A connection silent for this long is pinged: our clients send at least each 2.5 s at a match. In milliseconds. */
export const askAfterMs = 2_600
/** Silent for this long despite a ping it is lost: with one look a second that shows within 5 s of a cut. */
export const silentAfterMs = 3_500
/** The least time to answer a ping: a connection pinged late is not lost at the same look. */
const answerMs = silentAfterMs - askAfterMs
/** A ping unanswered for longer is late, or lost. */
const lateMs = 2_000
const noAnswerMs = 4_000
/** How long a connection that comes back on its own is expected, and may take to follow its matches again. */
export const comingBackMs = 10_000
/** Lag ends at this share of the limit, so that no state flickers. */
const wellAgain = 0.8

/** What is known of an open connection. Times in milliseconds. */
export type Facts = {
  /** The median of the last round trips; 0 before the first. */
  roundTripMs: number
  /** How long a ping has waited for its answer; null when none waits. */
  pingWaitMs: number | null
  /** Since anything was heard of it. */
  quietMs: number
  /** It was taken off a match since it reads too slowly. */
  shed: boolean
  /** It asked for what it missed of a match. */
  catchingUp: boolean
  /** It is back, and does not follow again all that it followed. */
  back: boolean
}

/** Whether its round trips were too long at the last look. */
const isSlow = (roundTripMs: number, weakMs: number, before: ConnectionCause | null): boolean =>
  roundTripMs > (before === 'round-trip' ? weakMs * wellAgain : weakMs)

/** How an open connection is doing; `weakMs` is the round trip above which it lags. */
export const judge = (facts: Facts, weakMs: number, before: ConnectionCause | null): Judged => {
  const { roundTripMs, pingWaitMs, quietMs } = facts
  // A connection with long round trips gets more time.
  const isUnanswered =
    pingWaitMs !== null && quietMs > silentAfterMs && pingWaitMs > Math.max(answerMs, 2 * roundTripMs)
  if (isUnanswered || (pingWaitMs ?? 0) > noAnswerMs) return { state: 'lost', cause: 'silent' }
  if (facts.shed) return { state: 'lagging', cause: 'shed' }
  if (facts.catchingUp) return { state: 'resuming', cause: 'catching-up' }
  if (facts.back) return { state: 'resuming', cause: 'back' }
  if ((pingWaitMs ?? 0) > lateMs) return { state: 'lagging', cause: 'waiting' }
  if (isSlow(roundTripMs, weakMs, before)) return { state: 'lagging', cause: 'round-trip' }
  return { state: 'live', cause: null }
}

/** The state of an ended connection: by its close code as long as it may come back, then lost. */
export const judgeEnded = (code: CloseCode, endedMs: number): Judged => {
  const { desk } = closeCodes[code]
  const isExpected = endedMs < comingBackMs && (desk === 'resuming' || desk === 'lagging')
  return { state: isExpected ? desk : 'lost', cause: 'closed' }
}
