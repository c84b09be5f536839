import { bodyCode } from '@minefall/shared/contracts'
import type { DeskMatchDetail, DeskVoid } from '@minefall/shared/contracts/desk'
import { type GameEvent, type MatchId, rulesSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import type { World } from '../world.ts'
import { clockAfter, proofOf, resultOf, viewMatchEvent } from './match-events.ts'
import {
  askStopped,
  isLive,
  matchColumns,
  matchTables,
  readEvent,
  seatsAfter,
  viewMatch,
} from './match-row.ts'

const restSchema = z.object({
  rules: rulesSchema,
  server_commit: z.string(),
  epoch: z.bigint(),
})
const decisionSchema = z.object({ events: z.unknown() })

/** Every event of a match as it is stored, null for what is none. */
export const readMatchEvents = async (sql: Sql, matchId: MatchId): Promise<(GameEvent | null)[]> => {
  const { rows } = await sql.query('select events from match_decision where match_id = $1 order by seq', [
    matchId,
  ])
  return rows.flatMap((row) => {
    const { events } = decisionSchema.parse(row)
    return Array.isArray(events) ? events.map(readEvent) : [null]
  })
}

const voidSchema = z
  .object({
    id: z.string(),
    reason: z.string(),
    asked_by: z.string(),
    asker: z.string(),
    asked_at: z.date(),
    status: z.enum(['open', 'confirmed', 'withdrawn', 'lapsed']),
    ended_by: z.string().nullable(),
    ender: z.string().nullable(),
    ended_at: z.date().nullable(),
  })
  .transform(
    ({ id, reason, asked_by, asker, asked_at, status, ended_by, ender, ended_at }): DeskVoid => ({
      id,
      reason,
      askedBy: { id: asked_by, name: asker },
      askedAt: asked_at.getTime(),
      status,
      endedBy: ended_by === null ? null : { id: ended_by, name: ender ?? '' },
      endedAt: ended_at?.getTime() ?? null,
    }),
  )

const readVoids = async (sql: Sql, matchId: MatchId): Promise<DeskVoid[]> => {
  const { rows } = await sql.query(
    `select v.*, asker.name as asker, ender.name as ender from match_void v
     join staff asker on asker.id = v.asked_by left join staff ender on ender.id = v.ended_by
     where v.match_id = $1 order by v.asked_at desc, v.id desc`,
    [matchId],
  )
  return voidSchema.array().parse(rows)
}

/** A match whole, as staff may see it: nothing that its players don't while it lives, but whose seats these are. */
export const readMatch = async (
  world: Pick<World, 'db' | 'bus' | 'owners' | 'clock'>,
  matchId: MatchId,
): Promise<DeskMatchDetail | Refusal> => {
  const { db, clock } = world
  const stopped = await askStopped(world)
  const { rows } = await db.query(
    `select ${matchColumns}, m.rules, m.server_commit, l.epoch from ${matchTables} where m.id = $1`,
    [matchId],
  )
  const [row] = rows
  if (!row) return refusal(bodyCode.notFound)
  const { rules, server_commit, epoch } = restSchema.parse(row)
  const match = viewMatch(row, { now: clock.now(), stopped })
  const events = await readMatchEvents(db, matchId)
  const isOver = !isLive(match.phase)
  return {
    ...match,
    taken: seatsAfter(events),
    rules,
    clock: isOver ? null : clockAfter(events),
    epoch: epoch.toString(),
    events: events.map((event, index) => viewMatchEvent(event, index + 1, isOver)),
    result: isOver ? resultOf(events) : null,
    proof: isOver ? proofOf(events, server_commit) : null,
    voids: await readVoids(db, matchId),
  }
}
