import type { Sql } from '../db/index.ts'

/** Rows that one statement removes, so that none takes long. */
const rowsAtOnce = 5_000

/** Removes the events that happened before this moment, in milliseconds since 1970, until told to stop. */
export const forgetEvents = async (db: Sql, before: number, stopping: AbortSignal): Promise<void> => {
  for (let removed = rowsAtOnce; removed === rowsAtOnce && !stopping.aborted; ) {
    const { count } = await db.query(
      `delete from analytics_event where id in (
         select id from analytics_event where at <= $1 order by at limit ${rowsAtOnce}
       )`,
      [new Date(before)],
    )
    removed = count
  }
}
