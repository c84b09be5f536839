import type { Balance } from '@minefall/shared/contracts'
import type { Asset } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

const rowSchema = z.object({
  owner: z.string(),
  asset: z.enum(['coin', 'promo', 'trial']),
  available: z.bigint(),
  held: z.bigint(),
  version: z.bigint(),
})
type Account = z.infer<typeof rowSchema>

const balance = (accounts: readonly Account[]): Balance => {
  const of = (asset: Asset) => accounts.find((account) => account.asset === asset)
  const available = (asset: Asset) => String(of(asset)?.available ?? 0n)
  const held = (asset: Asset) => String(of(asset)?.held ?? 0n)
  return {
    version: Number(accounts.reduce((sum, { version }) => sum + version, 0n)),
    coin: available('coin'),
    promo: available('promo'),
    trial: available('trial'),
    held: { coin: held('coin'), promo: held('promo'), trial: held('trial') },
  }
}

/**
 * Players' coins, in their order: what is available, and what is held apart from it. `version` grows with every change
 * of any of a player's accounts.
 */
export const balancesOf = async (sql: Sql, playerIds: readonly string[]): Promise<Balance[]> => {
  const { rows } = await sql.query(
    `select owner, asset, posted - held as available, held, version from account
     where kind = 'player' and owner = any ($1::text[])`,
    [playerIds],
  )
  const accounts = new Map<string, Account[]>(playerIds.map((playerId) => [playerId, []]))
  for (const account of rowSchema.array().parse(rows)) accounts.get(account.owner)?.push(account)
  return playerIds.map((playerId) => balance(accounts.get(playerId) ?? []))
}

/** One player's coins, as `balancesOf` tells them. */
export const balanceOf = async (sql: Sql, playerId: string): Promise<Balance> => {
  const [only] = await balancesOf(sql, [playerId])
  return only ?? balance([])
}
