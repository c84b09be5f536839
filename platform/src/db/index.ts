import type { Database, Log } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openServer } from './server.ts'
import { startupError } from './startup-error.ts'

export { type Call, callAll, refusalOf } from './calls.ts'
export type { Database, Lane, Log, Row, Sql } from './database.ts'
export { isInDoubt, isUnavailable } from './in-doubt.ts'
export { isStartupError, startupError } from './startup-error.ts'

export type DatabaseOptions = {
  /** A PostgreSQL server; takes precedence. */
  url?: string | undefined
  /** A folder for the embedded database, made if missing and locked while it is open. */
  folder?: string | undefined
  /** Opens only what is there with this program's schema: nothing is made, nothing migrated. */
  existing?: boolean | undefined
  log: Log
}

/**
 * Opens the database and brings it to this program's schema. Whatever is wrong is told as a start-up error, and
 * nothing is changed then.
 */
export const openDatabase = async ({ url, folder, existing, log }: DatabaseOptions): Promise<Database> => {
  if (url !== undefined) return openServer({ url, existing, log })
  if (folder === undefined)
    throw startupError('Name a PostgreSQL server in DATABASE_URL or a folder in DATA_DIR.')
  return openEmbedded({ folder, existing, log })
}
