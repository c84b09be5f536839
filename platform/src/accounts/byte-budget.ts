import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { addressNetworks } from './address-group.ts'
import { subjectOf } from './limits.ts'

/** Bytes that a subject may write in each window of `withinMs` milliseconds. Windows follow the clock: days start at midnight UTC. */
export type ByteBudget = { subject: Uint8Array; most: number; withinMs: number }

/** The budgets of an address for `what`: `most` bytes, and more for the wider networks of an IPv6 address. */
export const byteBudgets = (
  what: string,
  address: string,
  { most, withinMs }: Omit<ByteBudget, 'subject'>,
): ByteBudget[] =>
  addressNetworks(address).map(({ group, times }) => ({
    subject: subjectOf(what, group),
    most: most * times,
    withinMs,
  }))

const fullRow = z.object({ full: z.int().nullable() })

/**
 * Takes `bytes` from each budget if all of them have enough left. Resolves with null, or with the milliseconds until
 * the exhausted one resets. `now` is in milliseconds since 1970. Counted in the database for all nodes together.
 */
export const spendIfAllowed = async (
  sql: Sql,
  budgets: readonly ByteBudget[],
  bytes: number,
  now: number,
): Promise<number | null> => {
  const beginOf = ({ withinMs }: ByteBudget) => Math.floor(now / withinMs) * withinMs
  const { rows } = await sql.query(
    'select spend_if_allowed($1::bytea[], $2::bigint[], $3::timestamptz[], $4::bigint) as full',
    [
      budgets.map(({ subject }) => subject),
      budgets.map(({ most }) => BigInt(most)),
      budgets.map((budget) => new Date(beginOf(budget))),
      BigInt(bytes),
    ],
  )
  const full = fullRow.parse(rows[0]).full
  const budget = full === null ? undefined : budgets[full - 1]
  return budget === undefined ? null : beginOf(budget) + budget.withinMs - now
}
