import { type NewEntry, noLog, type OpenedFor } from '@minefall/shared/record'
import { z } from 'zod'
import type { Call, Sql } from '../../db/index.ts'

export type LogHead = { position: number; hash: string }

/** What the first entry of a chain names as the one before it. */
export const emptyLog: LogHead = { position: 0, hash: noLog }

/**
 * Where a match stands in the lobby, as its opening tells: open to all, which match it is a rematch of, who may sit at
 * it, by their seats in another match (null where anyone may), and whose private table it is. The host stands in the
 * match's own row alone: the log names no one by their account.
 */
export type Origin = OpenedFor & { host: string | null }

/** Appends to the shard's chain; `head` is its new end. */
export const appendLog = (
  shard: number,
  before: LogHead,
  { kind, matchId, document, hash }: NewEntry,
  at: number,
): { call: Call; head: LogHead } => {
  const position = before.position + 1
  const values = [shard, position, kind, matchId, document, hash, new Date(at)]
  return { call: { name: 'append_log', values }, head: { position, hash } }
}

const headSchema = z.object({ shard: z.int(), position: z.int(), hash: z.string() })

/** The ends of these shards' chains; one that has no entry yet is not among them. */
export const readLogHeads = async (sql: Sql, shards: readonly number[]): Promise<Map<number, LogHead>> => {
  const { rows } = await sql.query(
    // One look into the index for each shard: the log itself only ever grows.
    `select l.shard, l.position, l.hash from unnest($1::int[]) as s (shard)
     cross join lateral (
       select shard, position, hash from fairness_log where shard = s.shard order by position desc limit 1
     ) as l`,
    [shards],
  )
  return new Map(
    rows.map((row) => {
      const { shard, position, hash } = headSchema.parse(row)
      return [shard, { position, hash }]
    }),
  )
}

export const readLogHead = async (sql: Sql, shard: number): Promise<LogHead> =>
  (await readLogHeads(sql, [shard])).get(shard) ?? emptyLog

/**
 * The same once every write to the chain that began before is done or undone, also one whose connection is lost: until then
 * it shares the lease with `hold_lease`.
 */
export const readSettledLogHead = async (sql: Sql, shard: number): Promise<LogHead> => {
  await sql.query('select from shard_lease where shard = $1 for update', [shard])
  return readLogHead(sql, shard)
}
