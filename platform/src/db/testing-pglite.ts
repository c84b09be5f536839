import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { silentLogger } from '@minefall/shared/node'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { readSchemaTexts } from './migrations.ts'
import { hasCode } from './system-error.ts'

const log = silentLogger()

const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

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

/** In memory that engines share, in place of a copy for each. */
const shared = (bytes: Uint8Array): Uint8Array => {
  const all = new Uint8Array(new SharedArrayBuffer(bytes.length))
  all.set(bytes)
  return all
}

/** The archive of a migrated database, to start others from. */
export const pgliteTemplate = once(async (): Promise<Uint8Array> => {
  const file = await templateFile()
  try {
    return shared(await readFile(file))
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
  return shared(template)
})

/** Opens a fresh, migrated PGlite in memory. */
export const openTestPglite = async (): Promise<Database> => {
  await holdCompiled()
  const template = await pgliteTemplate()
  return openEmbedded({ template, log })
}

/** Makes a migrated database in a folder, prepares it, and leaves it closed. */
export const makePgliteIn = async (
  folder: string,
  prepare?: (db: Database) => Promise<unknown>,
): Promise<void> => {
  const database = await openEmbedded({ folder, template: await pgliteTemplate(), log })
  await prepare?.(database)
  await database.close()
  // It belongs to the folder it was made for.
  await rm(join(folder, 'lock'), { recursive: true })
}
