import type { Bus, Clock } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { Database, Log } from '../db/index.ts'
import type { Matches } from '../matches/index.ts'
import type { RewardsSettings } from './settings.ts'

/** What rewards are given: nothing in this folder knows another clock or another database. */
export type World = {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  accounts: Accounts
  matches: Pick<Matches, 'onEnded'>
  settings: RewardsSettings
}
