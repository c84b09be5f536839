import type { Bus } from '@minefall/shared/node'
import type { Database, Log } from '../db/index.ts'
import { balanceOf } from '../ledger/index.ts'

export type BalanceNews = { db: Database; bus: Bus; log: Log }

/**
 * Tells a player's live connections what they have now, after the commit of what was posted outside a match. Never
 * rejects: the coins are there all the same, and told with the next change.
 */
export const tellBalance = async ({ db, bus, log }: BalanceNews, playerId: string): Promise<void> => {
  try {
    bus.publish('player.balance', playerId, await balanceOf(db, playerId))
  } catch (error) {
    log.warn({ err: error, playerId }, 'a changed balance could not be told')
  }
}
