import type { Bus, Clock, Logger, Router } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { Database } from '../db/index.ts'
import type { SaferPlaySettings } from './settings.ts'

/** What safer play is given: nothing in this folder knows another clock or another database. */
export type World = {
  db: Database
  bus: Bus
  /** Asks the owners of matches. */
  route: Pick<Router, 'request'>
  clock: Clock
  log: Logger
  /** Draws a UUID. */
  newId: () => string
  accounts: Accounts
  settings: SaferPlaySettings
}
