import type { Bus, Clock } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { PlatformSettings } from '../config.ts'
import type { Database, Log } from '../db/index.ts'
import type { Matches } from '../matches/index.ts'

/** Everything that may be set about arenas; what each is says `platformVariables`. */
export const arenaSettingsOf = (settings: PlatformSettings) => ({
  barredCountries: settings.BARRED_COUNTRIES,
})

/** Injected dependencies: no other clock or database is used in this folder. */
export type World = {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  /** Draws a UUID. */
  newId: () => string
  accounts: Pick<Accounts, 'signedIn'>
  matches: Pick<Matches, 'isHeld' | 'onDropped' | 'seatArena'>
  settings: ReturnType<typeof arenaSettingsOf>
}
