import type { Sql } from '../db/index.ts'
import { addressLimits, countIfAllowed } from './limits.ts'
import { day, hour } from './settings.ts'

/** New guests that one network address may make; a wider network that an IPv6 address is in may make more. */
export type NewGuestLimits = { perHour: number; perDay: number }

/**
 * Counts a new guest of an address; or answers the milliseconds until it may have another, and counts nothing. `now` is
 * in milliseconds since 1970.
 */
export const countNewGuest = async (
  tx: Sql,
  address: string,
  { perHour, perDay }: NewGuestLimits,
  now: number,
): Promise<number | null> => {
  const counted = await countIfAllowed(
    tx,
    [
      ...addressLimits('new-guest', address, { most: perHour, withinMs: hour }),
      ...addressLimits('new-guest', address, { most: perDay, withinMs: day }),
    ],
    now,
  )
  return 'wait' in counted ? counted.wait : null
}
