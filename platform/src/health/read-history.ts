import {
  closeCodeSchema,
  connectionDetailSchema,
  connectionEventKindSchema,
  type DeskConnectionHistory,
  deskHistoryMost,
} from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import type { Keeping } from './store-batch.ts'

const eventSchema = z
  .object({
    at: z.date(),
    edge: z.string(),
    connection_id: z.string(),
    kind: connectionEventKindSchema,
    code: closeCodeSchema.nullable(),
    detail: connectionDetailSchema,
  })
  .transform(({ at, connection_id, ...event }) => ({
    ...event,
    at: at.getTime(),
    connectionId: connection_id,
  }))

const sampleSchema = z
  .object({
    at: z.date(),
    edge: z.string(),
    connection_id: z.string(),
    round_trip_ms: z.number().nullable(),
    worst_ms: z.number().nullable(),
    jitter_ms: z.number().nullable(),
    live_seconds: z.number(),
    lagging_seconds: z.number(),
    resuming_seconds: z.number(),
    lost_seconds: z.number(),
  })
  .transform((row) => ({
    at: row.at.getTime(),
    edge: row.edge,
    connectionId: row.connection_id,
    roundTripMs: row.round_trip_ms,
    worstMs: row.worst_ms,
    jitterMs: row.jitter_ms,
    seconds: {
      live: row.live_seconds,
      lagging: row.lagging_seconds,
      resuming: row.resuming_seconds,
      lost: row.lost_seconds,
    },
  }))

const newest = async (sql: Sql, table: string, values: readonly unknown[], most: number) => {
  const { rows } = await sql.query(
    `select * from ${table} where player_id = $1 and at > $2 order by at desc, id desc limit ${most + 1}`,
    values,
  )
  return { rows: rows.slice(0, most).reverse(), isCut: rows.length > most }
}

/** What is kept of a player's connections. Null where there is no such player. */
export const readHistory = async (
  sql: Sql,
  playerId: string,
  { now, historyMs }: Keeping,
): Promise<DeskConnectionHistory | null> => {
  const { count } = await sql.query('select from player where id = $1', [playerId])
  if (count === 0) return null
  const from = now - historyMs
  const values = [playerId, new Date(from)]
  const events = await newest(sql, 'connection_event', values, deskHistoryMost.events)
  const samples = await newest(sql, 'connection_sample', values, deskHistoryMost.samples)
  return {
    from,
    to: now,
    events: eventSchema.array().parse(events.rows),
    samples: sampleSchema.array().parse(samples.rows),
    isCut: events.isCut || samples.isCut,
  }
}
