import type { NewEntry } from '@minefall/shared/record'
import { callAll, type Sql } from '../../db/index.ts'
import type { Shard } from '../shards/shards.ts'
import type { World } from '../world.ts'
import { appendLog, readSettledLogHead } from './fairness-log.ts'
import { fence } from './money.ts'
import { keepTrying } from './persist.ts'

/** A line about no match, for the log of a shard. */
export type NewLine = {
  shard: number
  /** Milliseconds since 1970. */
  at: number
  /** The line, by the hash of the one before it. */
  entry(prevLog: string): NewEntry
  /** Writes in the same transaction what stands at that position. Rejects where it is there already. */
  write(tx: Sql, position: number): Promise<void>
}

/**
 * Appends a line to a log in its turn, and answers whether it did: not where the shard is another node's. Rejects with
 * what `write` rejects with, and when the database did not do it or its fate is unknown.
 */
export const appendLine = async (
  world: Pick<World, 'db' | 'patience'> & { shards: { held(number: number): Shard | null } },
  { shard: number, at, entry, write }: NewLine,
): Promise<boolean> => {
  const shard = world.shards.held(number)
  if (!shard) return false
  return shard.logInTurn.run(async () => {
    if (!shard.held) return false
    try {
      const logged = appendLog(number, shard.log, entry(shard.log.hash), at)
      await world.db.transaction(async (tx) => {
        await callAll(tx, [fence(shard), logged.call])
        await write(tx, logged.head.position)
      })
      shard.log = logged.head
      return true
    } catch (error) {
      // It may have been written, or still be: the next entry must not build on an end that is none.
      shard.log = await keepTrying(world.patience, 'the fairness log could not be read', () =>
        readSettledLogHead(world.db.journal, number),
      )
      throw error
    }
  })
}
