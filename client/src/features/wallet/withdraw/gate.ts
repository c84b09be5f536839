import type { WithdrawState } from '@minefall/shared/contracts'

/** What has to be done or waited for before anything can be withdrawn. */
export type Gate = 'no-contact' | 'no-password' | 'closed' | 'held-off'

/**
 * The first of what stands in the way; null when nothing does. `ways` is how many ways out are open. What begins a wait
 * comes before waiting.
 */
export const gateOf = (
  { heldOff, codeTo, hasPaymentPassword }: Pick<WithdrawState, 'heldOff' | 'codeTo' | 'hasPaymentPassword'>,
  ways: number,
  now: number,
): Gate | null => {
  const waits = heldOff !== null && heldOff.until > now
  // A contact that was just changed is there, and gets codes once the wait is over.
  if (codeTo === null && !waits) return 'no-contact'
  if (!hasPaymentPassword) return 'no-password'
  if (ways === 0) return 'closed'
  return waits ? 'held-off' : null
}
