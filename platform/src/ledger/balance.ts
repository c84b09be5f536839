import type { Balance } from '@minefall/shared/contracts'
import type { Asset } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

const rowSchema = z.object({
  asset: z.enum(['coin', 'promo', 'trial']),
  available: z.bigint(),
  held: z.bigint(),
  version: z.bigint(),
})

/** A player's coins: what is available, and what is held apart from it. `version` grows with every change of any of the accounts. */
export const balanceOf = async (sql: Sql, playerId: string): Promise<Balance> => {
  const { rows } = await sql.query(
    `select asset, posted - held as available, held, version from account where kind = 'player' and owner = $1`,
    [playerId],
  )
  const accounts = rowSchema.array().parse(rows)
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
