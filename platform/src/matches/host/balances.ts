import type { Bus } from '@minefall/shared/node'
import type { Sql } from '../../db/index.ts'
import { balanceOf } from '../../ledger/index.ts'
import { isPermanent, type Patience, patience } from '../journal/persist.ts'

/** Tells players what they have. */
export type BalanceNews = {
  /**
   * Reads a player's balance and publishes it. While it can't be read it is tried again, until a later call for the
   * same player takes over. Rejects when the host closes and with what would fail again.
   */
  tell(playerId: string): Promise<void>
}

export const balanceNews = (options: { db: Sql; bus: Bus; patience: Patience }): BalanceNews => {
  const { db, bus } = options
  /** The last call for each player that is told nothing yet. */
  const latest = new Map<string, symbol>()

  const tellAs = async (playerId: string, call: symbol): Promise<void> => {
    const wait = patience(options.patience)
    while (latest.get(playerId) === call) {
      await wait()
      try {
        bus.publish('player.balance', playerId, await balanceOf(db, playerId))
        return
      } catch (error) {
        if (isPermanent(error)) throw error
        options.patience.log.warn({ err: error, playerId }, 'a balance could not be read')
      }
    }
  }

  return {
    async tell(playerId) {
      const call = Symbol(playerId)
      latest.set(playerId, call)
      try {
        await tellAs(playerId, call)
      } finally {
        if (latest.get(playerId) === call) latest.delete(playerId)
      }
    },
  }
}
