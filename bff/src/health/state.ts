import type { ConnectionCause, ConnectionState } from '@minefall/shared/contracts/desk'
import { type CloseCode, closeCodes } from '@minefall/shared/contracts/live'

export type Judged = { state: ConnectionState; cause: ConnectionCause | null }

/** Unheard for this long, a connection is asked with a ping: our clients speak at least each 2.5 s. In milliseconds. */
export const askAfterMs = 2_600
/** Unheard for this long although it was asked, it is lost: with one look a second that is seen within 5 s of a cut. */
export const silentAfterMs = 3_500
/** Anyone who was asked is given at least this long: one that is asked late in its silence is not lost at the same look. */
const answerMs = silentAfterMs - askAfterMs
/** A ping that waits for longer is late, or is not coming any more. */
const lateMs = 2_000
const noAnswerMs = 4_000
/** How long one that comes back on its own is expected, and may take to follow again what it followed. */
export const comingBackMs = 10_000
/** Round trips are well again at this share of what makes them too long, so that no state flickers. */
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

/** Whether its round trips are too long, as they were judged before. */
const isSlow = (roundTripMs: number, weakMs: number, before: ConnectionCause | null): boolean =>
  roundTripMs > (before === 'round-trip' ? weakMs * wellAgain : weakMs)

/** How an open connection is doing; `weakMs` is the round trip above which it lags. */
export const judge = (facts: Facts, weakMs: number, before: ConnectionCause | null): Judged => {
  const { roundTripMs, pingWaitMs, quietMs } = facts
  // One whose answers always take long is waited for longer.
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

/** How one is doing that ended so long ago: as the closed table says as long as it may be back, then lost. */
export const judgeEnded = (code: CloseCode, endedMs: number): Judged => {
  const { desk } = closeCodes[code]
  const isExpected = endedMs < comingBackMs && (desk === 'resuming' || desk === 'lagging')
  return { state: isExpected ? desk : 'lost', cause: 'closed' }
}
