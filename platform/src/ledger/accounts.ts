import type { Balance } from '@minefall/shared/contracts/live'
import type { Asset } from '@minefall/shared/game'
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

/** Of someone who never had an account. */
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

/** Who owns coins that a match moves: a player by id, or a house account by name (practice opponents). */
export type Party = { kind: 'player' | 'house'; owner: string }

/**
 * A player's coins, the escrow of a match or an arena, the house's (rake, fees, trial coins), the source of bonus coins, and the
 * channels by which coins come in and go out. Players and escrows can't go below zero, the others may.
 */
export type AccountKind =
  | 'player'
  | 'match'
  | 'arena'
  | 'house'
  | 'promo'
  | `payin:${string}`
  | `payout:${string}`

export type AccountName = { kind: AccountKind; owner: string; asset: Asset }

/**
 * Rows are locked in this order by every statement of the ledger, so that no two wait for each other. House
 * accounts come last: many want them, so they are locked as late as can be. Balances follow after all of them, in the
 * order of their players (migration 0005).
 */
export const lockOrder = `a.kind = 'house', a.id`

/** Makes the accounts that don't exist yet. */
export const ensureAccounts = async (tx: Sql, names: readonly AccountName[]): Promise<void> => {
  const columns = [
    names.map(({ kind }) => kind),
    names.map(({ owner }) => owner),
    names.map(({ asset }) => asset),
  ]
  await tx.query('select make_accounts($1, $2, $3)', columns)
}

/** The largest amount the database holds. */
export const mostCoins = 9_223_372_036_854_775_807n

/** Amounts are checked where they enter; here a wrong one is a mistake of the caller. */
export const requireAmount = (amount: bigint, least: bigint): void => {
  if (amount < least || amount > mostCoins) {
    throw new RangeError(`An amount must be from ${least} to ${mostCoins}, not ${amount}.`)
  }
}

/** The one row of a statement that always gives one. */
export const onlyRow = <T>(schema: z.ZodType<T>, rows: readonly unknown[]): T => {
  if (rows.length !== 1) throw new Error(`expected one row, got ${rows.length}`)
  return schema.parse(rows[0])
}
