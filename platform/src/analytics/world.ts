import type { Clock, Logger } from '@minefall/shared/node'
import type { Database } from '../db/index.ts'

/** What analytics is given: nothing in this folder knows another clock or another database. */
export type World = {
  db: Database
  clock: Clock
  log: Logger
  /** How long an event is kept from the time it happened, in milliseconds; 0 keeps none. */
  keepMs: number
}
