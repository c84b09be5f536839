import type { Bus, Clock, Logger } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { Database } from '../db/index.ts'
import type { Guests } from '../players/index.ts'

/** What support is given: nothing in this folder knows another clock or another database. */
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
