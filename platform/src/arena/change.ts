import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { readArena, readPlayers, viewArena } from './read.ts'
import type { World } from './world.ts'

const versionRow = z.object({ version: z.bigint() })

/** Counts a change of an arena, in the transaction that makes it. Answers its version, which the changed rows get. */
export const countChange = async (tx: Sql, arenaId: string): Promise<bigint> => {
  const { rows } = await tx.query('update arena set version = version + 1 where id = $1 returning version', [
    arenaId,
  ])
  return versionRow.parse(rows[0]).version
}

/**
 * Tells those who watch an arena whose rows changed in this version, after its commit; without one, which version is the
 * latest. Never rejects: who misses it finds out with the next.
 */
export const tellChange = async (
  { db, bus, log }: Pick<World, 'db' | 'bus' | 'log'>,
  arenaId: string,
  version?: bigint,
): Promise<void> => {
  try {
    const arena = await readArena(db, arenaId)
    if (!arena) return
    const players = version === undefined ? [] : await readPlayers(db, arenaId, version)
    const told = { arena: viewArena(arena), version: Number(version ?? arena.version), players }
    bus.publish('arena.change', arenaId, told)
  } catch (error) {
    log.warn({ err: error, arenaId }, 'a change of an arena could not be told')
  }
}
