import { z } from 'zod'
import type { Sql } from '../db/index.ts'

/** What came of the last reconciliation that came to its end, on whichever node. Times are in milliseconds. */
export type LastCheck = { checkedAt: number; tookMs: number; findings: number }

/**
 * Takes the reconciliation for this node where none was begun within `everyMs`, so that nodes that share a database do it
 * once between them. A time ahead of `now`, in milliseconds since 1970, is of a clock that was set back, and binds nobody.
 */
export const takeCheck = async (sql: Sql, now: number, everyMs: number): Promise<boolean> => {
  const { count } = await sql.query(
    'update ledger_check set begun_at = $1 where coalesce(begun_at <= $2 or begun_at > $1, true)',
    [new Date(now), new Date(now - everyMs)],
  )
  return count === 1
}

/** Gives back what was taken at `begunAt` and did not come to its end: another node may do it. */
export const giveBackCheck = async (sql: Sql, begunAt: number): Promise<void> => {
  await sql.query('update ledger_check set begun_at = null where begun_at = $1', [new Date(begunAt)])
}

export const writeCheck = async (sql: Sql, { checkedAt, tookMs, findings }: LastCheck): Promise<void> => {
  await sql.query('update ledger_check set checked_at = $1, took_ms = $2, findings = $3', [
    new Date(checkedAt),
    tookMs,
    findings,
  ])
}

const rowSchema = z.object({ checked_at: z.date(), took_ms: z.bigint(), findings: z.bigint() })

/** Null before the first. */
export const readCheck = async (sql: Sql): Promise<LastCheck | null> => {
  const { rows } = await sql.query(
    'select checked_at, took_ms, findings from ledger_check where checked_at is not null',
  )
  const row = rowSchema.optional().parse(rows[0])
  return row
    ? { checkedAt: row.checked_at.getTime(), tookMs: Number(row.took_ms), findings: Number(row.findings) }
    : null
}
