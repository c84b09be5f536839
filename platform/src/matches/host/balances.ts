import type { Bus } from '@minefall/shared/node'
import type { Sql } from '../../db/index.ts'
import { balancesOf } from '../../ledger/index.ts'
import { keepTrying, type Patience } from '../journal/persist.ts'

export type BalanceNews = ReturnType<typeof balanceNews>

/** Tells players what they have. */
export const balanceNews = ({ db, bus, patience }: { db: Sql; bus: Bus; patience: Patience }) => {
  type Batch = { players: Set<string>; told: Promise<void> }
  /** In which batch a player who is not told yet was last asked for. */
  const askedIn = new Map<string, Batch['players']>()
  let open: Batch | null = null

  const tellAll = async (players: Batch['players']): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    open = null
    const isLast = (playerId: string) => askedIn.get(playerId) === players
    const read = async () => {
      const asked = [...players].filter(isLast)
      const balances = asked.length > 0 ? await balancesOf(db, asked) : []
      for (const [index, playerId] of asked.entries()) {
        const balance = balances[index]
        if (balance) bus.publish('player.balance', playerId, balance)
      }
    }
    try {
      await keepTrying(patience, 'balances could not be read', read)
    } finally {
      for (const playerId of players) if (isLast(playerId)) askedIn.delete(playerId)
    }
  }

  return {
    /**
     * Reads a player's balance and publishes it; all that are asked for in one turn of the event loop, as a table's are, are
     * read in one statement. While it can't be read it is tried again, until a later call for the same player takes over.
     * Rejects when the host closes and with what would fail again.
     */
    tell(playerId: string): Promise<void> {
      if (!open) {
        const players = new Set<string>()
        open = { players, told: tellAll(players) }
      }
      open.players.add(playerId)
      askedIn.set(playerId, open.players)
      return open.told
    },
  }
}
