import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '@minefall/shared/node'
import { afterAll, describe } from 'vitest'
import { z } from 'zod'
import type { Database, Row, Sql } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { readSchemaTexts } from './migrations.ts'
import { openServer } from './server.ts'
import { hasCode } from './system-error.ts'
import { testServer } from './testing-server.ts'

const log = silentLogger()
/** A busy machine may halt a statement for longer than production's 300 ms; that is no subject of these suites. */
const journalMs = 20_000

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

// ---- PGlite: in memory, each from one archive of a migrated database --------------------------------------------

/** Where this checkout keeps what is made once. */
const cache = fileURLToPath(new URL('../../../node_modules/.cache/minefall', import.meta.url))

/** Node has it; its types, without those of a browser, don't say so. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<object> }

const engineFile = createRequire(import.meta.url).resolve('@electric-sql/pglite')

/**
 * The engine's machine code. The threads of a process share it for as long as one of them holds it, so that compiling,
 * half of what an engine costs, is paid once.
 */
const holdCompiled = once(async () =>
  WebAssembly.compile(await readFile(join(dirname(engineFile), 'pglite.wasm'))),
)

/** What no test needs is left out of the template: half of its files, and most of the memory that a copy begins with. */
const slimming = [
  "alter system set shared_buffers = '16MB'",
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  // What was written since the last one, each copy would write once more.
  'checkpoint',
]

/** Kept between runs: making a database takes seconds, opening a copy a fraction of one. */
const templateFile = async (): Promise<string> => {
  const hash = createHash('sha256')
  hash.update(await readFile(engineFile))
  hash.update(slimming.join())
  const { migrations, functions } = await readSchemaTexts()
  for (const { sql } of [...migrations, ...functions]) hash.update(sql)
  return join(cache, `${hash.digest('hex').slice(0, 32)}.tar`)
}

/** The archive of a migrated database, to start others from. */
export const pgliteTemplate = once(async (): Promise<Uint8Array> => {
  const file = await templateFile()
  try {
    return await readFile(file)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  const database = await openEmbedded({ log })
  for (const statement of slimming) await database.query(statement)
  const template = await database.dump()
  await database.close()
  const part = `${file}.${randomUUID()}`
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
  await writeFile(part, template)
  await rename(part, file)
  return template
})

/** Opens a fresh, migrated PGlite in memory. */
export const openTestPglite = async (): Promise<Database> => {
  await holdCompiled()
  const template = await pgliteTemplate()
  return openEmbedded({ template, log })
}

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
  describeOn('PostgreSQL', name, suite, async () =>
    openServer({ url: await server.fresh(), log, existing: true, connections: 24, journalMs }),
  )
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

const planSchema = z
  .array(z.object({ Plan: z.record(z.string(), z.unknown()) }))
  .transform(([only]) => only?.Plan)

/** How the database goes about a statement when it runs it. */
export const planOf = async (db: Sql, { text, values }: Statement) => {
  const { rows } = await db.query(`explain (analyze, format json) ${text}`, values)
  return planSchema.parse(rows[0]?.['QUERY PLAN'])
}
