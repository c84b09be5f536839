import type { Database, Sql } from '../db/index.ts'

/** For tests alone: how the next write to the journal goes wrong. */
export type Fault = {
  /** `before`: the connection dies and nothing was written. `after`: it dies and all was. */
  next: 'before' | 'after' | null
  /** While true nothing of the journal's sessions works, as with the database away. */
  away: boolean
  /** How often a fault struck. */
  struck: number
}

/** A flush of moves, a decision that moves coins, an opening. */
const writes = /insert into match_decision|append_decision|open_match/

const died = () => new Error('Connection terminated unexpectedly')

/** A database whose journal writes fail as `fault` says. */
export const withFaults = (db: Database): { db: Database; fault: Fault } => {
  const fault: Fault = { next: null, away: false, struck: 0 }
  const strike = async <T>(run: () => Promise<T>): Promise<T> => {
    const how = fault.next
    fault.next = null
    if (how !== null) fault.struck += 1
    if (how === 'before') throw died()
    const result = await run()
    if (how === 'after') throw died()
    return result
  }
  const refuseAway = () => {
    if (!fault.away) return
    fault.struck += 1
    throw died()
  }
  const query: Sql['query'] = async (text, values) => {
    refuseAway()
    const run = () => db.journal.query<never>(text, values)
    return writes.test(text) ? strike(run) : run()
  }
  return {
    fault,
    db: {
      ...db,
      journal: {
        query,
        transaction: async (run) => {
          refuseAway()
          return strike(() => db.journal.transaction(run))
        },
      },
    },
  }
}
