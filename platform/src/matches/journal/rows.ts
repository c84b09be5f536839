import { eventSchema, type GameEvent, type MatchId, matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

/** One decision. `seq` is the number of its first event; `at` the owner's clock. */
export type JournalRow = {
  matchId: MatchId
  seq: number
  /** Null where no one asked: clocks, locks, voids. */
  seat: number | null
  commandId: string | null
  /** SHA-256 of the command without its id, hex. */
  requestHash: string | null
  events: readonly GameEvent[]
  at: number
}

const eventsSchema = z.array(eventSchema).min(1)

const storedSchema = z.object({
  matchId: matchIdSchema,
  seq: z.int(),
  seat: z.int().nullable(),
  commandId: z.string().nullable(),
  requestHash: z.string().nullable(),
  events: z.unknown(),
  at: z.date().transform((at) => at.getTime()),
})

/** A row as stored; its events are parsed by anyone who folds them, so that a damaged one harms its match alone. */
export type StoredRow = z.infer<typeof storedSchema>

const read = async (sql: Sql, which: string, values: readonly unknown[]): Promise<StoredRow[]> => {
  const { rows } = await sql.query(
    `select match_id as "matchId", seq, seat, command_id as "commandId",
       encode(request_hash, 'hex') as "requestHash", events, at
     from match_decision where ${which}`,
    values,
  )
  return storedSchema.array().parse(rows)
}

/** All events as they are stored, as far as there are any in what is stored. */
export const eventsIn = (rows: readonly StoredRow[]): unknown[] =>
  rows.flatMap(({ events }) => (Array.isArray(events) ? events : []))

/** Throws for events of an unknown kind or version. */
export const parseRow = (row: StoredRow): JournalRow => ({ ...row, events: eventsSchema.parse(row.events) })

/** The decisions of one match whose first event is `from` or later, in order. */
export const readRows = (sql: Sql, matchId: MatchId, from = 1): Promise<StoredRow[]> =>
  read(sql, 'match_id = $1 and seq >= $2 order by seq', [matchId, from])

/** The decisions of several matches, by match, in order. */
export const readRowsOf = async (
  sql: Sql,
  matchIds: readonly MatchId[],
): Promise<Map<MatchId, StoredRow[]>> => {
  const byMatch = new Map<MatchId, StoredRow[]>(matchIds.map((matchId) => [matchId, []]))
  for (const row of await read(sql, 'match_id = any ($1::text[]) order by match_id, seq', [matchIds]))
    byMatch.get(row.matchId)?.push(row)
  return byMatch
}
