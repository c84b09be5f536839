import { silentLogger } from '@minefall/shared/node'
import { afterAll, describe, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Database, Row, Sql } from './database.ts'
import { openServer } from './server.ts'
import { freshDatabases } from './testing-cluster.ts'
import { openTestPglite } from './testing-pglite.ts'
import { testServer } from './testing-server.ts'

const log = silentLogger()
/** A busy machine may halt a statement or a queue for longer than production waits; that is no subject of these suites. */
export const patient = { journalMs: 20_000, sessionMs: 60_000 }

/** A suite is given what opens a fresh, migrated database each time. */
type Suite = (open: () => Promise<Database>) => void

/** Describes a suite on one engine; all databases that it opens are closed after it. */
const describeOn = (engine: string, name: string, suite: Suite, openFresh: () => Promise<Database>): void => {
  describe(`${name} on ${engine}`, () => {
    const opened: Database[] = []
    afterAll(async () => {
      for (const database of opened.splice(0)) await database.close()
    })
    suite(async () => {
      const database = await openFresh()
      opened.push(database)
      return database
    })
  })
}

const openPostgres = (url: string): Promise<Database> => openServer({ url, log, existing: true, ...patient })

/**
 * Runs a suite on a real PostgreSQL, which is started from the machine's own programs, or is the one that
 * TEST_DATABASE_URL names. Without one it fails and says how to get it. Where TEST_ENGINE is `pglite`, it runs on PGlite
 * in its place: `npm run test:long` does.
 */
export const describeDatabase = (name: string, suite: Suite): void => {
  if (process.env.TEST_ENGINE === 'pglite') {
    describeOn('PGlite', name, suite, openTestPglite)
    return
  }
  const server = testServer()
  describeOn('PostgreSQL', name, suite, async () => openPostgres(await server.fresh()))
}

/** A fresh, migrated database of the engine that `describeDatabase` takes, for one test, and closed with it. */
export const openTestDatabase = async (): Promise<Database> => {
  if (process.env.TEST_ENGINE === 'pglite') {
    const database = await openTestPglite()
    onTestFinished(() => database.close())
    return database
  }
  const server = await freshDatabases()
  const database = await openPostgres(await server.fresh())
  onTestFinished(async () => {
    await database.close()
    await server.drop()
  })
  return database
}

/** Runs a suite twice, on PGlite and on PostgreSQL: for what either of them may do its own way. */
export const describeDatabases = (name: string, suite: Suite): void => {
  describeOn('PGlite', name, suite, openTestPglite)
  if (process.env.TEST_ENGINE !== 'pglite') describeDatabase(name, suite)
}

/** A database that notes what it is asked, in the order of the round trips that it takes. */
export const notingTrips = (db: Database): { db: Database; trips: string[] } => {
  const trips: string[] = []
  const noting = (sql: Sql): Sql => ({
    query(text, values) {
      trips.push(text)
      return sql.query(text, values)
    },
  })
  const transaction: Database['transaction'] = async (run) => {
    trips.push('begin')
    const result = await db.transaction((tx) => run(noting(tx)))
    trips.push('commit')
    return result
  }
  return { db: { ...db, ...noting(db), transaction }, trips }
}

/** Runs `after` with the text of each statement of a transaction, once it has run. */
export const watchTransactions = (db: Database, after: (text: string) => Promise<void>): Database => ({
  ...db,
  transaction: (run) =>
    db.transaction((tx) =>
      run({
        async query<R extends Row>(text: string, values?: readonly unknown[]) {
          const answer = await tx.query<R>(text, values)
          await after(text)
          return answer
        },
      }),
    ),
})

type Statement = { text: string; values: readonly unknown[] | undefined }

/** What `read` asks of the database. */
export const statementsOf = async (db: Sql, read: (sql: Sql) => Promise<unknown>): Promise<Statement[]> => {
  const asked: Statement[] = []
  await read({
    query: <R extends Row>(text: string, values?: readonly unknown[]) => {
      asked.push({ text, values })
      return db.query<R>(text, values)
    },
  })
  return asked
}

const scannedRow = z.object({ table: z.string(), rows: z.bigint() })

/** The tables that this transaction read without an index so far, and how many rows of each. */
const readScans = async (tx: Sql): Promise<Map<string, bigint>> => {
  const { rows } = await tx.query(
    'select relname as table, seq_tup_read as rows from pg_stat_xact_user_tables where seq_tup_read > 0',
  )
  return new Map(
    scannedRow
      .array()
      .parse(rows)
      .map(({ table, rows }) => [table, rows]),
  )
}

/** The tables of which `read` goes through more than `most` rows without an index. */
export const tablesScanned = (db: Database, most: bigint, read: (sql: Sql) => Promise<unknown>) =>
  db.transaction(async (tx) => {
    const before = await readScans(tx)
    await read(tx)
    const after = await readScans(tx)
    return [...after]
      .filter(([table, rows]) => rows - (before.get(table) ?? 0n) > most)
      .map(([table]) => table)
  })

const planSchema = z
  .array(z.object({ Plan: z.record(z.string(), z.unknown()) }))
  .transform(([only]) => only?.Plan)

/** How the database goes about a statement when it runs it. */
export const planOf = async (db: Sql, { text, values }: Statement) => {
  const { rows } = await db.query(`explain (analyze, format json) ${text}`, values)
  return planSchema.parse(rows[0]?.['QUERY PLAN'])
}
