import { eventSchema, type GameEvent, type MatchId, matchIdSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

/** One decision. `seq` is the number of its first event; `at` the owner's clock. */
export type JournalRow = {
  matchId: MatchId
  seq: number
  /** Null where nobody asked: clocks, locks, voids. */
  seat: number | null
  commandId: string | null
  /** SHA-256 of the command without its id, hex. */
  requestHash: string | null
  events: readonly GameEvent[]
  at: number
}

/** A row as stored; its events are parsed by whoever folds them, so that a damaged one harms its match alone. */
export type StoredRow = Omit<JournalRow, 'events'> & { events: unknown }

const rowSchema = z.object({
  match_id: matchIdSchema,
  seq: z.int(),
  seat: z.int().nullable(),
  command_id: z.string().nullable(),
  request_hash: z.string().nullable(),
  events: z.unknown(),
  at: z.date(),
})
const eventsSchema = z.array(eventSchema).min(1)

const columns = `d.match_id, d.seq, d.seat, d.command_id, encode(d.request_hash, 'hex') as request_hash, d.events, d.at`

const stored = (row: unknown): StoredRow => {
  const { match_id, seq, seat, command_id, request_hash, events, at } = rowSchema.parse(row)
  return {
    matchId: match_id,
    seq,
    seat,
    commandId: command_id,
    requestHash: request_hash,
    events,
    at: at.getTime(),
  }
}

/** Throws for events of an unknown kind or version. */
export const parseRow = (row: StoredRow): JournalRow => ({ ...row, events: eventsSchema.parse(row.events) })

/** The decisions of one match whose first event is `from` or later, in order. */
export const readRows = async (sql: Sql, matchId: MatchId, from = 1): Promise<StoredRow[]> => {
  const { rows } = await sql.query(
    `select ${columns} from match_decision d where d.match_id = $1 and d.seq >= $2 order by d.seq`,
    [matchId, from],
  )
  return rows.map(stored)
}

/** The decisions of several matches, by match, in order. */
export const readRowsOf = async (
  sql: Sql,
  matchIds: readonly MatchId[],
): Promise<Map<MatchId, StoredRow[]>> => {
  const { rows } = await sql.query(
    `select ${columns} from match_decision d where d.match_id = any ($1::text[]) order by d.match_id, d.seq`,
    [matchIds],
  )
  const byMatch = new Map<MatchId, StoredRow[]>()
  for (const row of rows.map(stored)) {
    const known = byMatch.get(row.matchId)
    if (known) known.push(row)
    else byMatch.set(row.matchId, [row])
  }
  return byMatch
}
