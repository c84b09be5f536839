import type { Bus } from '@minefall/shared/node'
import type { Database, Log } from '../db/index.ts'
import { readPlayer } from './guests.ts'

export type ProfileNews = { db: Database; bus: Bus; log: Log }

/**
 * Tells a player's live connections how they are shown now, and so to read their user again; after the commit of
 * whatever changed. Never rejects: what was changed stays so, and is read again all the same in a while.
 */
export const tellProfile = async ({ db, bus, log }: ProfileNews, playerId: string): Promise<void> => {
  try {
    const { id, ...player } = await readPlayer(db, playerId)
    bus.publish('player.profile', id, { player })
  } catch (error) {
    log.warn({ err: error, playerId }, 'a changed profile could not be told')
  }
}
