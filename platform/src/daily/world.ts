import type { Clock } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { Database, Log } from '../db/index.ts'
import type { SealKeys } from '../http/index.ts'
import type { Matches } from '../matches/index.ts'
import type { Guests } from '../players/index.ts'
import type { Boards } from './boards.ts'

/** Injected dependencies: no other clock or database is used in this folder. */
export type World = {
  db: Database
  clock: Clock
  log: Log
  /** Draws a UUID. */
  newId: () => string
  randomBytes: (count: number) => Uint8Array
  sealKeys: SealKeys
  accounts: Pick<Accounts, 'signedIn'>
  guests: Guests
  matches: Pick<Matches, 'appendLine' | 'isHeld'>
  boards: Boards
  /** Calls who judges: a try has ended. */
  ended(): void
}
