import type { Clock, Logger } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { Database } from '../db/index.ts'

/** The limits of analytics, documented in docs/settings.md. */
export type AnalyticsBounds = {
  /** How long an event is kept from the time it happened, in milliseconds; 0 keeps none. */
  keepMs: number
  /** What all events may take, in bytes: beyond it the oldest are dropped. */
  totalBytes: number
  /** Bytes an hour from callers at one address who are not signed in. */
  addressBytesPerHour: number
  /** Bytes an hour from one signed-in player. */
  playerBytesPerHour: number
}

/** What analytics is given: nothing in this folder knows another clock or another database. */
export type World = {
  db: Database
  clock: Clock
  log: Logger
  authenticate: Accounts['authenticate']
  bounds: AnalyticsBounds
}
