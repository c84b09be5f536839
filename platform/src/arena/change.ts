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

/** For so long after an arena's end its standings follow a removed name: someone may watch them still, in milliseconds. */
const watchedMs = 86_400_000

const joinedRow = z.object({ arena_id: z.string() })

/**
 * Counts a change of how a player is shown, in the transaction that makes it. Answers the arenas whose standings show them,
 * of which {@link tellChange} is to tell after the commit.
 */
export const countShown = async (
  tx: Sql,
  { playerId, at }: { playerId: string; at: number },
): Promise<string[]> => {
  const { rows } = await tx.query(
    `select p.arena_id from arena_player p join arena a on a.id = p.arena_id
     where p.player_id = $1 and a.ends_at > $2 order by p.arena_id`,
    [playerId, new Date(at - watchedMs)],
  )
  const arenaIds = joinedRow
    .array()
    .parse(rows)
    .map(({ arena_id }) => arena_id)
  for (const arenaId of arenaIds)
    await tx.query('update arena_player set version = $3 where arena_id = $1 and player_id = $2', [
      arenaId,
      playerId,
      await countChange(tx, arenaId),
    ])
  return arenaIds
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
