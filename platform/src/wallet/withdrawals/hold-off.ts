import { bodyCode } from '@minefall/shared/contracts'
import { type Refusal, refusal } from '../../http/index.ts'

/**
 * Times are in milliseconds since 1970, `holdOffMs` is how long nothing goes out after `since`. A change that was undone
 * stops them until `stoppedUntil`.
 */
type Since = { since: number; holdOffMs: number; now: number; stoppedUntil?: number | null }

/** Since when and until when withdrawals wait; null when they don't. */
export const heldOff = ({
  since,
  holdOffMs,
  now,
  stoppedUntil,
}: Since): { since: number; until: number } | null => {
  const until = Math.max(since + holdOffMs, stoppedUntil ?? 0)
  return now < until ? { since, until } : null
}

const refuseUntil = (given: Since, notice?: 'destination-held-off'): Refusal | null => {
  const wait = heldOff(given)
  if (!wait) return null
  const seconds = Math.max(1, Math.ceil((wait.until - given.now) / 1_000))
  return refusal(bodyCode.withdrawalHeldOff, { ...wait, seconds, ...(notice && { notice }) })
}

/** Null where nothing waits: neither the account after a change of its security, nor a destination that is new. */
export const refuseHeldOff = ({
  securedAt,
  stoppedUntil,
  savedAt,
  ...rest
}: { securedAt: number; stoppedUntil: number | null; savedAt: number } & Omit<
  Since,
  'since' | 'stoppedUntil'
>): Refusal | null =>
  refuseUntil({ ...rest, since: securedAt, stoppedUntil }) ??
  refuseUntil({ ...rest, since: savedAt }, 'destination-held-off')
