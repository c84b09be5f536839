import type { Balance } from '@minefall/shared/contracts/live'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

const rowSchema = z.object({
  player_id: z.string(),
  coin: z.bigint(),
  promo: z.bigint(),
  trial: z.bigint(),
  held_coin: z.bigint(),
  held_promo: z.bigint(),
  held_trial: z.bigint(),
  version: z.bigint(),
})

const balanceFrom = (row: z.infer<typeof rowSchema>): Balance => ({
  version: Number(row.version),
  coin: String(row.coin),
  promo: String(row.promo),
  trial: String(row.trial),
  held: { coin: String(row.held_coin), promo: String(row.held_promo), trial: String(row.held_trial) },
})

/** Of somebody who never had an account. */
export const noBalance: Balance = {
  version: 0,
  coin: '0',
  promo: '0',
  trial: '0',
  held: { coin: '0', promo: '0', trial: '0' },
}

/**
 * Players' coins, in their order: what is available, and what is held apart from it, out of one row each. `version`
 * grows with every change of any of a player's accounts.
 */
export const balancesOf = async (sql: Sql, playerIds: readonly string[]): Promise<Balance[]> => {
  const { rows } = await sql.query(
    `select player_id, coin, promo, trial, held_coin, held_promo, held_trial, version
     from player_balance where player_id = any ($1::text[])`,
    [playerIds],
  )
  const balances = new Map(
    rowSchema
      .array()
      .parse(rows)
      .map((row) => [row.player_id, balanceFrom(row)]),
  )
  return playerIds.map((playerId) => balances.get(playerId) ?? noBalance)
}

/** One player's coins, as `balancesOf` tells them. */
export const balanceOf = async (sql: Sql, playerId: string): Promise<Balance> => {
  const [only] = await balancesOf(sql, [playerId])
  return only ?? noBalance
}
