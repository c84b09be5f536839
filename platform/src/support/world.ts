import type { Clock } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { Database } from '../db/index.ts'

/** What support is given: nothing in this folder knows another clock or another database. */
export type World = {
  db: Database
  clock: Clock
  /** Draws a UUID. */
  newId: () => string
  randomBytes: (count: number) => Uint8Array
  accounts: Accounts
}
