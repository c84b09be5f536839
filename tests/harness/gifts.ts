import { join } from 'node:path'
import { openDatabase } from '@minefall/platform'
import { fund } from '@minefall/platform/testing-fund'
import type { Asset } from '@minefall/shared/game'
import { silentLogger } from '@minefall/shared/node'
import type { Server } from './server.ts'

export type Gift = { playerId: string; asset: Asset; amount: bigint }

/**
 * Gives accounts coins by the ledger, in the embedded database of a server: it belongs to one process at a time, so the
 * server is stopped and started again around it.
 */
export const giveCoins = async (server: Server, gifts: readonly Gift[]): Promise<void> => {
  await server.stop()
  const db = await openDatabase({ folder: join(server.dataDir, 'database'), log: silentLogger() })
  for (const { playerId, asset, amount } of gifts) await fund(db, playerId, asset, amount)
  await db.close()
  await server.start()
}
