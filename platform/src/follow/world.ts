import type { Bus, Clock } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { Database } from '../db/index.ts'
import type { Here } from './here.ts'

/** Injected dependencies: no other clock, database or bus is used in this folder. */
export type World = {
  db: Database
  bus: Bus
  clock: Clock
  /** Draws a UUID. */
  newId: () => string
  accounts: Pick<Accounts, 'signedIn'>
  here: Here
}
