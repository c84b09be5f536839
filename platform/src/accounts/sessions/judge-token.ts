import { lifetimes } from '../settings.ts'

/** A session as its row tells. Times are in milliseconds since 1970. */
export type Session = {
  id: string
  playerId: string
  /** The number of the token in force. */
  counter: number
  issuedAt: number
  /** When the token before it was issued. */
  previousIssuedAt: number | null
  /** When the token in force was first used. */
  usedAt: number | null
  createdAt: number
  /** Why it ended; null while it goes on. */
  endReason: string | null
}

/**
 * What a token of ours is worth now.
 *
 * - `over`: the session has ended, is past its limits, or never gave out this token.
 * - `current`, `previous`: in force. The previous token stays so until its successor is first used, and a grace of ten
 *   seconds more, so that a lost answer signs nobody out.
 * - `superseded`: two tokens old, or past that grace. Nobody who plays fair holds it for longer than a moment.
 *
 * `expired`: older than thirty minutes, good for nothing but a refresh.
 */
export type Verdict = { worth: 'over' | 'superseded' } | { worth: 'current' | 'previous'; expired: boolean }

export const judgeToken = (session: Session, counter: number, now: number): Verdict => {
  const { createdAt, issuedAt, previousIssuedAt, usedAt, endReason } = session
  if (endReason !== null || counter > session.counter) return { worth: 'over' }
  if (now >= createdAt + lifetimes.session || now >= issuedAt + lifetimes.idle) return { worth: 'over' }
  if (counter === session.counter) return { worth: 'current', expired: now >= issuedAt + lifetimes.token }
  const inForce = counter === session.counter - 1 && (usedAt === null || now < usedAt + lifetimes.grace)
  return inForce
    ? { worth: 'previous', expired: now >= (previousIssuedAt ?? 0) + lifetimes.token }
    : { worth: 'superseded' }
}
