import type { Bus, Clock, Logger, Router } from '@minefall/shared/node'
import type { Accounts } from '../accounts/index.ts'
import type { PlatformSettings } from '../config.ts'
import type { Database, Sql } from '../db/index.ts'

/** Everything that may be set about safer play; what each is says `platformVariables`. */
export const saferPlaySettingsOf = (settings: PlatformSettings) => ({
  barredCountries: settings.BARRED_COUNTRIES,
  privateLossMost: BigInt(settings.PRIVATE_LOSS_COINS_PER_DAY),
  limitRaiseMs: settings.LIMIT_RAISE_HOURS * 3_600_000,
})
export type SaferPlaySettings = ReturnType<typeof saferPlaySettingsOf>

type SaferPlayEvent = {
  playerId: string
  /** Milliseconds since 1970. */
  at: number
  action: 'adult' | 'limit-set' | 'limit-asked' | 'limit-raised' | 'limit-cancelled' | 'break' | 'reminder'
  detail: Record<string, string | number | null>
}

/** Keeps what a player set for themselves, permanently, in the transaction that sets it. */
export const noteEvent = async (tx: Sql, { playerId, at, action, detail }: SaferPlayEvent): Promise<void> => {
  await tx.query('insert into safer_play_event (player_id, at, action, detail) values ($1, $2, $3, $4)', [
    playerId,
    new Date(at),
    action,
    JSON.stringify(detail),
  ])
}

/**
 * Locks an account's standing as it is until the transaction ends, shared. A change holds the row alone
 * (`lockStanding`), so the two come one after the other.
 */
export const holdStanding = async (tx: Sql, playerId: string): Promise<void> => {
  await tx.query('select from login_account where player_id = $1 for share', [playerId])
}

/**
 * Waits for transactions that rely on an account's standing, and blocks new ones until this one ends. It comes
 * before every lock on coins: docs/database.md.
 */
export const lockStanding = async (tx: Sql, playerId: string): Promise<void> => {
  await tx.query('select from login_account where player_id = $1 for no key update', [playerId])
}

/** Injected dependencies: no other clock or database is used in this folder. */
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
