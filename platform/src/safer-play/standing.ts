import type { Sql } from '../db/index.ts'

/**
 * Keeps what an account may do as it is until the transaction ends. Whoever changes that holds the row alone
 * (`lockStanding`), so the two come one after the other.
 */
export const holdStanding = async (tx: Sql, playerId: string): Promise<void> => {
  await tx.query('select from login_account where player_id = $1 for share', [playerId])
}

/**
 * Waits for everything that builds on what an account may do, and makes what comes wait until the transaction ends. It
 * comes before every lock on coins: docs/database.md.
 */
export const lockStanding = async (tx: Sql, playerId: string): Promise<void> => {
  await tx.query('select from login_account where player_id = $1 for no key update', [playerId])
}
