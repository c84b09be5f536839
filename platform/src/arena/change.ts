import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import type { World } from './world.ts'

const versionRow = z.object({ version: z.bigint() })

/** Counts a change of an arena, in the transaction that makes it. Answers its version, which the changed rows get. */
export const countChange = async (tx: Sql, arenaId: string): Promise<bigint> => {
  const { rows } = await tx.query('update arena set version = version + 1 where id = $1 returning version', [
    arenaId,
  ])
  return versionRow.parse(rows[0]).version
}

const readVersion = async (sql: Sql, arenaId: string): Promise<bigint | null> => {
  const { rows } = await sql.query('select version from arena where id = $1', [arenaId])
  return versionRow.array().parse(rows)[0]?.version ?? null
}

/**
 * Tells BFFs which version an arena has come to, after the commit; without one, which is the latest. They read what changed.
 * Never rejects: who misses it finds out with the next.
 */
export const tellChange = async (
  { db, bus, log }: Pick<World, 'db' | 'bus' | 'log'>,
  arenaId: string,
  version?: bigint,
): Promise<void> => {
  try {
    const latest = version ?? (await readVersion(db, arenaId))
    if (latest !== null) bus.publish('arena.change', arenaId, { arenaId, version: Number(latest) })
  } catch (error) {
    log.warn({ err: error, arenaId }, 'a change of an arena could not be told')
  }
}
