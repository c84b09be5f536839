import type { Database, Log } from './database.ts'

export type { Database, Lane, Log, Row, Sql } from './database.ts'
export { isInDoubt } from './in-doubt.ts'
export { isStartupError, startupError } from './startup-error.ts'

/** Where the data is: `url` names a PostgreSQL server, else `folder` holds an embedded PGlite database. */
export type DatabaseOptions = { url?: string | undefined; folder?: string | undefined; log: Log }

/** Opens the database and brings it to this program's schema. Rejects with a start-up error. */
export declare function openDatabase(options: DatabaseOptions): Promise<Database>
