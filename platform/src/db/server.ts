import { currentRequestId, isStartupError, startupError } from '@minefall/shared/node'
import pg, { type PoolConfig } from 'pg'
import type { Database, Log } from './database.ts'
import { laneOver, type TakeSession } from './lane.ts'
import { migrate, readSchemaTexts, requireSchema, type SchemaTexts } from './migrations.ts'
import { serverTrouble } from './server-trouble.ts'
import type { DatabaseWatch } from './watch.ts'

const oldestServer = 150_000

const sessionsOf =
  (pool: pg.Pool): TakeSession =>
  async () => {
    const client = await pool.connect()
    return { client, release: (broken) => client.release(broken) }
  }

const openPool = (log: Log, config: PoolConfig): pg.Pool => {
  const pool = new pg.Pool({
    keepAlive: true,
    application_name: 'minefall',
    ...config,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  // A connection that dies between two statements of a transaction: the next statement tells its caller.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const countOf = (pool: pg.Pool) => () => ({
  used: pool.totalCount - pool.idleCount,
  idle: pool.idleCount,
  waiting: pool.waitingCount,
})

export type ServerOptions = {
  url: string
  log: Log
  /** Opens only a database that is there with this program's schema. */
  existing?: boolean | undefined
  /** As `server_version_num` counts: 150000 is 15.0. */
  oldest?: number
  /** Most connections for everything but the journal. */
  connections?: number | undefined
  /** How long any other statement but a migration may take, and how long any other transaction may sleep, in milliseconds. */
  statementMs?: number
  /** How long a statement of the journal may take, and how long its transactions may sleep, in milliseconds. */
  journalMs?: number
  /** How much longer than `journalMs` the driver waits for a server that has gone silent, in milliseconds. */
  silentMs?: number
  /** How long a call waits for a session, in milliseconds. */
  sessionMs?: number
  watch?: DatabaseWatch | undefined
}

/** What the server's own views and logs call a transaction: the request that it is for. */
const purpose = (): string | undefined => {
  const requestId = currentRequestId()
  return requestId === undefined ? undefined : `minefall ${requestId}`
}

/** Migrations take as long as they take: nothing else of this process runs before they are through. */
const migrateServer = async (log: Log, texts: SchemaTexts, place: PoolConfig): Promise<boolean> => {
  const pool = openPool(log, { ...place, max: 1 })
  try {
    return await migrate(laneOver(sessionsOf(pool)), texts)
  } finally {
    await pool.end()
  }
}

/** Opens a PostgreSQL server and brings the database to this program's schema. */
export const openServer = async (options: ServerOptions): Promise<Database> => {
  const { url, log, existing = false, oldest = oldestServer, watch } = options
  const { connections = 10, statementMs = 30_000, sessionMs = 5_000 } = options
  const { journalMs = 300, silentMs = 1_700 } = options
  const trouble = serverTrouble(url)
  const invalid = trouble.ofAddress()
  if (invalid) throw invalid
  const place = { connectionString: url, connectionTimeoutMillis: sessionMs }
  // The driver's own timeouts are for a server that has gone silent; they leave the statement's fate unknown.
  const pool = openPool(log, {
    ...place,
    max: connections,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
    query_timeout: statementMs + 5_000,
  })
  const journalPool = openPool(log, {
    ...place,
    max: 4,
    statement_timeout: journalMs,
    idle_in_transaction_session_timeout: journalMs,
    query_timeout: journalMs + silentMs,
  })
  const end = async () => {
    await Promise.all([pool.end(), journalPool.end()])
  }
  try {
    const lane = laneOver(sessionsOf(pool), { watch: watch?.lane('main'), purpose })
    const { rows } = await lane.query<{ number: string; name: string }>(
      "select current_setting('server_version_num') as number, current_setting('server_version') as name",
    )
    const { number, name } = rows[0] ?? { number: '0', name: 'unknown' }
    if (Number(number) < oldest) {
      throw startupError(
        `The database server is PostgreSQL ${name}; Minefall needs ${Math.floor(oldest / 10_000)} or newer, upgrade it or name another in DATABASE_URL.`,
      )
    }
    const texts = await readSchemaTexts()
    const isNew = await (existing ? requireSchema(lane, texts) : migrateServer(log, texts, place))
    // Nothing names a move's transaction here: its row has the id of the command.
    const journal = laneOver(sessionsOf(journalPool), { watch: watch?.lane('journal') })
    watch?.sessions('main', countOf(pool))
    watch?.sessions('journal', countOf(journalPool))
    let ended: Promise<void> | undefined
    return {
      kind: 'postgres',
      isNew,
      ...lane,
      journal,
      close: () => {
        ended ??= end()
        return ended
      },
    }
  } catch (error) {
    await end()
    throw isStartupError(error) ? error : trouble.of(error)
  }
}
