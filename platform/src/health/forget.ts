import type { Sql } from '../db/index.ts'
import { type Keeping, totalsKeptMs } from './store-batch.ts'

/** Rows that one statement removes, so that none takes long. */
const rowsAtOnce = 5_000
/** How long it is known that a batch was stored, in milliseconds: longer than any BFF sends one again. */
const batchesKeptMs = 86_400_000

const forgetOld = async (
  sql: Sql,
  { table, column }: { table: string; column: string },
  before: Date,
  stopping: AbortSignal,
): Promise<void> => {
  for (let removed = rowsAtOnce; removed === rowsAtOnce && !stopping.aborted; ) {
    const { count } = await sql.query(
      `delete from ${table} where ctid = any (array(
         select ctid from ${table} where ${column} <= $1 limit ${rowsAtOnce}
       ))`,
      [before],
    )
    removed = count
  }
}

/**
 * Removes all but the newest rows. Ids count up, so those that are too many are reported by them alone; anyone who connects and
 * leaves all day long fills no disk.
 */
const forgetBeyond = async (sql: Sql, table: string, rows: number, stopping: AbortSignal): Promise<void> => {
  for (let removed = rowsAtOnce; removed === rowsAtOnce && !stopping.aborted; ) {
    const { count } = await sql.query(
      `delete from ${table} where id in (
         select id from ${table} where id <= (select max(id) from ${table}) - $1::bigint order by id limit ${rowsAtOnce}
       )`,
      [BigInt(rows)],
    )
    removed = count
  }
}

/** Removes what is past its time, and what is more than is kept, until told to stop. */
export const forgetHealth = async (
  sql: Sql,
  { now, historyMs, historyRows }: Keeping & { historyRows: number },
  stopping: AbortSignal,
): Promise<void> => {
  const history = new Date(now - historyMs)
  const totals = new Date(now - totalsKeptMs)
  await forgetOld(sql, { table: 'connection_event', column: 'at' }, history, stopping)
  await forgetOld(sql, { table: 'connection_sample', column: 'at' }, history, stopping)
  for (const table of ['connection_event', 'connection_sample'])
    await forgetBeyond(sql, table, historyRows, stopping)
  await forgetOld(sql, { table: 'connection_total', column: 'minute' }, totals, stopping)
  await forgetOld(sql, { table: 'platform_total', column: 'minute' }, totals, stopping)
  const batches = new Date(now - batchesKeptMs)
  await forgetOld(sql, { table: 'connection_batch', column: 'stored_at' }, batches, stopping)
}
