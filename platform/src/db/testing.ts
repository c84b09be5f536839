import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '@minefall/shared/node'
import { afterAll, describe } from 'vitest'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { readMigrations } from './migrations.ts'
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
  for (const { sql } of await readMigrations()) hash.update(sql)
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

/**
 * Runs one suite twice: on PGlite and on a real PostgreSQL, which is started from the machine's own programs, or
 * is the one that TEST_DATABASE_URL names. `open` gives a fresh, migrated database each time; all are closed
 * after the suite. Without a PostgreSQL the suite fails and says how to get one.
 */
export const describeDatabases = (name: string, suite: (open: () => Promise<Database>) => void): void => {
  const engines = [
    { engine: 'PGlite', prepare: () => openTestPglite },
    {
      engine: 'PostgreSQL',
      prepare: () => {
        const server = testServer()
        return async () => openServer({ url: await server.fresh(), log, connections: 24, journalMs })
      },
    },
  ]
  for (const { engine, prepare } of engines) {
    describe(`${name} on ${engine}`, () => {
      const opened: Database[] = []
      const openFresh = prepare()
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
}
