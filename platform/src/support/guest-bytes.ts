import { byteBudgets, spendIfAllowed, subjectOf } from '../accounts/index.ts'
import type { Sql } from '../db/index.ts'
import { type Refusal, tooMany } from '../http/index.ts'
import type { World } from './world.ts'

const day = 86_400_000
/** One address may write this part of what all guests may. */
const addressShare = 1 / 16
/** The approximate size of a row besides its text, in bytes. */
const rowBytes = 300

/**
 * Counts what someone without an account writes against a day's bytes, of their network address and of all guests
 * together, since it is kept. Null, or the refusal with the seconds until the next day.
 */
export const spendAsGuest = async (
  sql: Sql,
  { clock, guestBytesPerDay }: Pick<World, 'clock' | 'guestBytesPerDay'>,
  { address, bytes }: { address: string; bytes: number },
): Promise<Refusal | null> => {
  const most = Math.floor(guestBytesPerDay * addressShare)
  const budgets = [
    ...byteBudgets('guest-bytes-address', address, { most, withinMs: day }),
    { subject: subjectOf('guest-bytes'), most: guestBytesPerDay, withinMs: day },
  ]
  const wait = await spendIfAllowed(sql, budgets, bytes + rowBytes, clock.now())
  return wait === null ? null : tooMany(wait)
}
