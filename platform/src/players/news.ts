import type { Bus } from '@minefall/shared/node'
import type { Database, Log } from '../db/index.ts'
import { balanceOf } from '../ledger/index.ts'
import { readPlayer } from './guests.ts'

type BalanceNews = { db: Database; bus: Bus; log: Log }

/**
 * Tells a player's live connections what they have now, after the commit of what was posted outside a match. Never
 * rejects: the coins are there all the same, and told with the next change.
 */
export const notifyBalance = async ({ db, bus, log }: BalanceNews, playerId: string): Promise<void> => {
  try {
    bus.publish('player.balance', playerId, await balanceOf(db, playerId))
  } catch (error) {
    log.warn({ err: error, playerId }, 'a changed balance could not be told')
  }
}

/** Tells a player's live connections that an order of theirs moved, after the commit. */
export const notifyOrder = (
  { bus }: { bus: Bus },
  { id, playerId, status }: { id: string; playerId: string; status: string },
): void => {
  bus.publish('player.order', playerId, { orderId: id, status })
}

export type ProfileNotice = { db: Database; bus: Bus; log: Log }

/**
 * Tells a player's live connections how they are shown now, and so to read their user again; after the commit of
 * whatever changed. Never rejects: what was changed stays so, and is read again all the same in a while.
 */
export const notifyProfile = async ({ db, bus, log }: ProfileNotice, playerId: string): Promise<void> => {
  try {
    const { id, ...player } = await readPlayer(db, playerId)
    bus.publish('player.profile', id, { player })
  } catch (error) {
    log.warn({ err: error, playerId }, 'a changed profile could not be told')
  }
}
