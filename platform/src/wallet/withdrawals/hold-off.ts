import { bodyCode } from '@minefall/shared/contracts'
import { type Refusal, refusal } from '../../http/index.ts'

/** Times are in milliseconds since 1970, `holdOffMs` is how long nothing goes out after `since`. */
type Since = { since: number; holdOffMs: number; now: number }

/** Since when and until when withdrawals wait; null when they don't. */
export const heldOff = ({ since, holdOffMs, now }: Since): { since: number; until: number } | null =>
  now < since + holdOffMs ? { since, until: since + holdOffMs } : null

const refuseUntil = (given: Since, notice?: 'destination-held-off'): Refusal | null => {
  const wait = heldOff(given)
  if (!wait) return null
  const seconds = Math.max(1, Math.ceil((wait.until - given.now) / 1_000))
  return refusal(bodyCode.withdrawalHeldOff, { ...wait, seconds, ...(notice && { notice }) })
}

/** Null where nothing waits: neither the account after a change of its security, nor a destination that is new. */
export const refuseHeldOff = ({
  securedAt,
  savedAt,
  ...rest
}: { securedAt: number; savedAt: number } & Omit<Since, 'since'>): Refusal | null =>
  refuseUntil({ ...rest, since: securedAt }) ??
  refuseUntil({ ...rest, since: savedAt }, 'destination-held-off')
