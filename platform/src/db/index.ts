import { startupError } from '@minefall/shared/node'
import type { Database, Log } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openServer } from './server.ts'
import type { DatabaseWatch } from './watch.ts'

export { type Call, callAll, refusalOf } from './calls.ts'
export type { Database, Lane, Log, Row, Sql } from './database.ts'
export { isInDoubt, isReadOnly, isUnavailable, sqlState } from './in-doubt.ts'

export { watchDatabase } from './watch.ts'

export type DatabaseOptions = {
  /** A PostgreSQL server; takes precedence. */
  url?: string | undefined
  /** A folder for the embedded database, made if missing and locked while it is open. */
  folder?: string | undefined
  /** Opens only what is there with this program's schema: nothing is made, nothing migrated. */
  existing?: boolean | undefined
  /** Most connections to a server for everything but the journal, which has its own four. */
  connections?: number | undefined
  /** What statements are measured by. */
  watch?: DatabaseWatch | undefined
  log: Log
}

/**
 * Opens the database and brings it to this program's schema. Whatever is wrong is reported as a start-up error, and
 * nothing is changed then.
 */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const { url, folder, existing, connections, watch, log } = options
  if (url !== undefined) return openServer({ url, existing, connections, watch, log })
  if (folder === undefined)
    throw startupError('Name a PostgreSQL server in DATABASE_URL or a folder in DATA_DIR.')
  return openEmbedded({ folder, existing, watch, log })
}
