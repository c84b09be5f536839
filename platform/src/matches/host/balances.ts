import type { Balance } from '@minefall/shared/contracts'
import type { Bus } from '@minefall/shared/node'
import type { Sql } from '../../db/index.ts'
import { balancesOf } from '../../ledger/index.ts'
import { isPermanent, type Patience, patience } from '../journal/persist.ts'

/** Tells players what they have. */
export type BalanceNews = {
  /**
   * Reads a player's balance and publishes it. While it can't be read it is tried again, until a later call for the
   * same player takes over. Rejects when the host closes and with what would fail again.
   */
  tell(playerId: string): Promise<void>
}

/** Reads balances; all that are asked for in one turn of the event loop, as a table's are, in one statement. */
const balanceReader = (db: Sql) => {
  let asked: { players: string[]; balances: Promise<Balance[]> } | null = null

  const begin = () => {
    const players: string[] = []
    const balances = new Promise((resolve) => setImmediate(resolve)).then(() => {
      asked = null
      return balancesOf(db, players)
    })
    asked = { players, balances }
    return asked
  }

  return async (playerId: string): Promise<Balance | undefined> => {
    const { players, balances } = asked ?? begin()
    const place = players.push(playerId) - 1
    return (await balances)[place]
  }
}

export const balanceNews = (options: { db: Sql; bus: Bus; patience: Patience }): BalanceNews => {
  const { db, bus } = options
  const read = balanceReader(db)
  /** The last call for each player that is told nothing yet. */
  const latest = new Map<string, symbol>()

  const tellAs = async (playerId: string, call: symbol): Promise<void> => {
    const wait = patience(options.patience)
    while (latest.get(playerId) === call) {
      await wait()
      try {
        const balance = await read(playerId)
        if (balance) bus.publish('player.balance', playerId, balance)
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
