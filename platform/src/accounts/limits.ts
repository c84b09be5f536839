import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import type { Rate } from './settings.ts'

/** One limit that applies: what is counted, and how often it may happen. */
export type Limit = { subject: Uint8Array; rate: Rate }

/** What a limit counts, from its parts, such as `subjectOf('sms')`: no contact or address stands in the table as it is. */
export const subjectOf = (...parts: readonly string[]): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(JSON.stringify(parts)).digest())

const rowSchema = z.object({ nth: z.int(), at: z.date().nullable() })

/**
 * Locks the subjects until the transaction ends, so that two at once can't both be the last one allowed. One order
 * for all, so that no two wait for each other.
 */
export const lockSubjects = async (tx: Sql, subjects: readonly Uint8Array[]): Promise<void> => {
  await tx.query(
    `select pg_advisory_xact_lock(n) from (
       select distinct ('x' || encode(substring(s for 8), 'hex'))::bit(64)::bigint as n
       from unnest($1::bytea[]) as s order by n) as numbers`,
    [subjects],
  )
}

/**
 * Milliseconds until all of `limits` allow one more, 0 if they do now. Holds the subjects until the transaction
 * ends. `now` is in milliseconds since 1970.
 */
export const waitFor = async (tx: Sql, limits: readonly Limit[], now: number): Promise<number> => {
  await lockSubjects(
    tx,
    limits.map(({ subject }) => subject),
  )
  const { rows } = await tx.query(
    `select w.nth::int as nth,
            (select c.at from counted c where c.subject = w.subject and c.at > w.since
             order by c.at desc offset w.most - 1 limit 1) as at
     from unnest($1::bytea[], $2::int[], $3::timestamptz[]) with ordinality as w (subject, most, since, nth)`,
    [
      limits.map(({ subject }) => subject),
      limits.map(({ rate }) => rate.most),
      limits.map(({ rate }) => new Date(now - rate.withinMs)),
    ],
  )
  const waits = z
    .array(rowSchema)
    .parse(rows)
    .map(({ nth, at }) => (at === null ? 0 : at.getTime() + (limits[nth - 1]?.rate.withinMs ?? 0) - now))
  return Math.max(0, ...waits)
}

/** Counts one for each limit, once where they share a subject; answers what `uncount` takes back. */
export const count = async (tx: Sql, limits: readonly Limit[], now: number): Promise<bigint[]> => {
  const { rows } = await tx.query(
    `insert into counted (subject, at)
     select distinct s, $2::timestamptz from unnest($1::bytea[]) as s returning id`,
    [limits.map(({ subject }) => subject), new Date(now)],
  )
  return z
    .array(z.object({ id: z.bigint() }))
    .parse(rows)
    .map(({ id }) => id)
}

/** Takes back what turned out not to count. */
export const uncount = async (sql: Sql, counted: readonly bigint[]): Promise<void> => {
  await sql.query('delete from counted where id = any($1::bigint[])', [counted])
}
