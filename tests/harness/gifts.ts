import { fund } from '@minefall/platform/testing-fund'
import type { Asset } from '@minefall/shared/game'
import type { Server } from './server.ts'

export type Gift = { playerId: string; asset: Asset; amount: bigint }

/** Gives accounts coins by the ledger. */
export const giveCoins = (server: Server, gifts: readonly Gift[]): Promise<void> =>
  server.change(async (db) => {
    for (const { playerId, asset, amount } of gifts) await fund(db, playerId, asset, amount)
  })
