import type { Sql } from '../db/index.ts'

/**
 * Keeps what an account may do as it is until the transaction ends. Whoever changes that holds the row alone
 * (`changeStanding`), so the two come one after the other.
 */
export const holdStanding = async (tx: Sql, playerId: string): Promise<void> => {
  await tx.query('select from login_account where player_id = $1 for share', [playerId])
}

/**
 * Waits for everything that builds on what an account may do, and makes what comes wait until the transaction ends. It
 * is the first lock of its transaction: docs/database.md.
 */
export const changeStanding = async (tx: Sql, playerId: string): Promise<void> => {
  await tx.query('select from login_account where player_id = $1 for no key update', [playerId])
}
