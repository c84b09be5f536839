import { logPage } from '@minefall/shared/contracts/rest'
import { type Heads, type LogEntry, logEntrySchema, noLog, type ShownLine } from '@minefall/shared/record'
import { shardCount } from '@minefall/shared/shards'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

const rowSchema = z.object({
  shard: z.int(),
  position: z.int(),
  kind: logEntrySchema.shape.kind,
  document: z.string(),
  hash: z.string(),
  at: z.date(),
})

const hiddenSchema = z.object({ hidden: z.boolean() })

const columns = 'shard, position, kind, document, hash, at'

const entryOf = (row: unknown): LogEntry => {
  const { at, ...same } = rowSchema.parse(row)
  return { ...same, at: at.getTime() }
}

/** A page of a shard's log, beginning after a position. */
export const readLog = async (
  sql: Sql,
  { shard, after }: { shard: number; after: number },
): Promise<LogEntry[]> => {
  const { rows } = await sql.query(
    `select ${columns} from fairness_log where shard = $1 and position > $2 order by position limit $3`,
    [shard, after, logPage],
  )
  return rows.map(entryOf)
}

/** Whether the match of a line `l` is a private table that is not over: its link is not for everyone. */
const isHidden = `exists (
  select from match m where m.id = l.match_id and m.private and m.phase in ('gathering', 'locking', 'playing')
)`

/** The same as everyone may see it. */
export const readShownLog = async (
  sql: Sql,
  { shard, after }: { shard: number; after: number },
): Promise<ShownLine[]> => {
  const { rows } = await sql.query(
    `select l.shard, l.position, l.kind, l.document, l.hash, l.at, ${isHidden} as hidden
     from fairness_log l where l.shard = $1 and l.position > $2 order by l.position limit $3`,
    [shard, after, logPage],
  )
  return rows.map((row) => {
    const line = entryOf(row)
    return hiddenSchema.parse(row).hidden ? { ...line, document: null } : line
  })
}

/** The lines about a match that is over, each with the one before and the one after it where these may be seen. */
export const readLinesAround = async (sql: Sql, matchId: string): Promise<LogEntry[]> => {
  const { rows } = await sql.query(
    `select distinct on (l.position) ${columns
      .split(', ')
      .map((name) => `l.${name}`)
      .join(', ')}
     from fairness_log own join fairness_log l
       on l.shard = own.shard and l.position between own.position - 1 and own.position + 1
     where own.match_id = $1 and not ${isHidden} order by l.position`,
    [matchId],
  )
  return rows.map(entryOf)
}

/** Of the boards of days so many lines are read: those of more than a fortnight. */
const boardLines = 40

/** The latest lines about boards of days up to a position, ascending. */
export const readBoardLines = async (sql: Sql, shard: number, position: number): Promise<LogEntry[]> => {
  const { rows } = await sql.query(
    `select ${columns} from fairness_log where shard = $1 and position <= $2 and kind in ('daily', 'seed')
     order by position desc limit $3`,
    [shard, position, boardLines],
  )
  return rows.map(entryOf).reverse()
}

const headRow = z.object({ shard: z.int(), position: z.int(), hash: z.string() })

/** The ends of all chains as they are in one moment; `at` is in milliseconds since 1970. */
export const readHeads = async (sql: Sql, at: number): Promise<Heads> => {
  const { rows } = await sql.query(
    `select s.shard, coalesce(l.position, 0) as position, coalesce(l.hash, $2) as hash
     from generate_series(0, $1::int - 1) as s (shard)
     left join lateral (
       select position, hash from fairness_log where shard = s.shard order by position desc limit 1
     ) as l on true
     order by s.shard`,
    [shardCount, noLog],
  )
  return { at, heads: headRow.array().parse(rows), v: 1 }
}

const keptSchema = z.object({ signed: z.string() })

/** The heads that were kept in the hour that begins then, as they were signed; null where there are none. */
export const readKeptHeads = async (sql: Sql, hour: Date): Promise<string | null> => {
  const { rows } = await sql.query('select signed from fairness_heads where hour = $1', [hour])
  return keptSchema.optional().parse(rows[0])?.signed ?? null
}

/** Keeps signed heads for an hour that has none yet. */
export const keepHeads = async (sql: Sql, hour: Date, signed: string): Promise<void> => {
  await sql.query('insert into fairness_heads (hour, signed) values ($1, $2) on conflict do nothing', [
    hour,
    signed,
  ])
}

const keySchema = z.object({ key: z.string(), shard: z.int(), position: z.int(), at: z.date() })

/** The keys that the platform has signed with, the oldest first, each with where its line stands. */
export const readKeys = async (sql: Sql) => {
  const { rows } = await sql.query('select key, shard, position, at from fairness_key order by position')
  return keySchema
    .array()
    .parse(rows)
    .map(({ at, ...same }) => ({ ...same, at: at.getTime() }))
}
