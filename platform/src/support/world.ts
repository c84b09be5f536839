import type { Bus, Clock, Logger } from '@minefall/shared/node'
import { type Accounts, type ByteBudget, byteBudgets, spendIfAllowed, subjectOf } from '../accounts/index.ts'
import type { Database, Sql } from '../db/index.ts'
import { type Refusal, tooMany } from '../http/index.ts'
import type { Guests } from '../players/index.ts'

const day = 86_400_000
/** One address may write this part of what all guests may. */
const addressShare = 1 / 16
/** The approximate size of a row besides its text, in bytes. */
const rowBytes = 300

/**
 * The budgets of someone without an account, of their network address and of all guests together, and the bytes
 * taken from them.
 */
export const guestSpending = (
  { guestBytesPerDay }: Pick<World, 'guestBytesPerDay'>,
  { address, bytes }: { address: string; bytes: number },
): { budgets: ByteBudget[]; bytes: number } => {
  const most = Math.floor(guestBytesPerDay * addressShare)
  const budgets = [
    ...byteBudgets('guest-bytes-address', address, { most, withinMs: day }),
    { subject: subjectOf('guest-bytes'), most: guestBytesPerDay, withinMs: day },
  ]
  return { budgets, bytes: bytes + rowBytes }
}

/** Counts what a guest writes against a day's bytes. Null, or the refusal with the seconds until the next day. */
export const spendAsGuest = async (
  sql: Sql,
  world: Pick<World, 'clock' | 'guestBytesPerDay'>,
  written: { address: string; bytes: number },
): Promise<Refusal | null> => {
  const { budgets, bytes } = guestSpending(world, written)
  const wait = await spendIfAllowed(sql, budgets, bytes, world.clock.now())
  return wait === null ? null : tooMany(wait)
}

/** Injected dependencies: no other clock or database is used in this folder. */
export type World = {
  db: Database
  bus: Bus
  clock: Clock
  log: Logger
  /** Draws a UUID. */
  newId: () => string
  randomBytes: (count: number) => Uint8Array
  accounts: Accounts
  guests: Guests
  /** What all who have no account may write in a day, in bytes: messages, pictures and reports. */
  guestBytesPerDay: number
}
