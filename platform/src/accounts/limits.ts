import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { addressNetworks } from './address-group.ts'
import type { Rate } from './settings.ts'

/** One limit that applies: what is counted, and how often it may happen. */
export type Limit = { subject: Uint8Array; rate: Rate }

/** What a limit counts, from its parts, such as `subjectOf('sms')`: no contact or address stands in the table as it is. */
export const subjectOf = (...parts: readonly string[]): Uint8Array =>
  Uint8Array.from(createHash('sha256').update(JSON.stringify(parts)).digest())

/** How often `what` may happen from an address: `rate`, and more from the wider networks that an IPv6 address is in. */
export const addressLimits = (what: string, address: string, { most, withinMs }: Rate): Limit[] =>
  addressNetworks(address).map(({ group, times }) => ({
    subject: subjectOf(what, group),
    rate: { most: most * times, withinMs },
  }))

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

const decisionRow = z.object({
  nths: z.array(z.int()).nullable(),
  ats: z.array(z.date()).nullable(),
  ids: z.array(z.bigint()).nullable(),
})

/**
 * Counts one for each limit, once where they share a subject, if all of them allow one more. Answers what `uncount`
 * takes back, or the milliseconds to wait, more than 0. `now` is in milliseconds since 1970.
 */
export const countIfAllowed = async (
  sql: Sql,
  limits: readonly Limit[],
  now: number,
): Promise<{ wait: number } | { ids: bigint[] }> => {
  const never = limits.find(({ rate }) => rate.most <= 0)
  if (never) return { wait: never.rate.withinMs }
  const { rows } = await sql.query(
    'select nths, ats, ids from count_if_allowed($1::bytea[], $2::int[], $3::timestamptz[], $4::timestamptz)',
    [
      limits.map(({ subject }) => subject),
      limits.map(({ rate }) => rate.most),
      limits.map(({ rate }) => new Date(now - rate.withinMs)),
      new Date(now),
    ],
  )
  const { nths, ats, ids } = decisionRow.parse(rows[0])
  if (ids) return { ids }
  const waits = (ats ?? []).map((at, index) => {
    const limit = limits[(nths?.[index] ?? 0) - 1]
    return at.getTime() + (limit?.rate.withinMs ?? 0) - now
  })
  return { wait: Math.max(1, ...waits) }
}

/** Takes back what turned out not to count. */
export const uncount = async (sql: Sql, counted: readonly bigint[]): Promise<void> => {
  await sql.query('delete from counted where id = any($1::bigint[])', [counted])
}
