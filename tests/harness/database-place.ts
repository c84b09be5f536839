import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase, type Sql } from '@minefall/platform'
import { silentLogger } from '@minefall/shared/node'

/** Where a server's database is: an embedded one in a folder, which one process opens at a time, or a PostgreSQL. */
export type Place = { folder: string } | { url: string }

/** PostgreSQL goes on with what it was sent by a program that was killed: waits until it has. */
const quiet = async (sql: Sql) => {
  const busy = `select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`
  while ((await sql.query(busy)).count > 0) await delay(5)
}

/** Looks into the database of a server that is down. */
export const inDatabase = async <T>(place: Place, look: (sql: Sql) => Promise<T>): Promise<T> => {
  const db = await openDatabase({ ...place, log: silentLogger() })
  try {
    if ('url' in place) await quiet(db)
    return await look(db)
  } finally {
    await db.close()
  }
}
