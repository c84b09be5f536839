import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStartupError, silentLogger } from '@minefall/shared/node'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmbedded } from './embedded.ts'
import { embeddedMajor, prepareFolder } from './folder.ts'
import { openDatabase } from './index.ts'
import { readMigrations } from './migrations.ts'
import { openServer } from './server.ts'
import { pgliteTemplate } from './testing-pglite.ts'
import { testServer } from './testing-server.ts'

const log = silentLogger()

/** Expects one sentence for people: it ends with a full stop and has no line break. */
const refusal = async (opening: Promise<unknown>): Promise<string> => {
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!isStartupError(error)) throw new Error('expected a start-up error', { cause: error })
  expect(error.message).toMatch(/^[A-Z][^\n]*\.$/)
  return error.message
}

describe('the folder of the embedded database', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minefall-db-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is made, kept, and opened again with everything in it', async () => {
    const path = join(folder, 'kept')
    const first = await openDatabase({ folder: path, log })
    expect(first.isNew).toBe(true)
    await first.query('create table note (text text)')
    await first.query('insert into note values ($1)', ['still here'])
    await first.close()
    expect((await readFile(join(path, 'data', 'PG_VERSION'), 'utf8')).trim()).toBe(embeddedMajor)
    const again = await openDatabase({ folder: path, log })
    expect(again.isNew).toBe(false)
    expect((await again.query('select text from note')).rows).toEqual([{ text: 'still here' }])
    await again.close()
  })

  it('may not be open twice', async () => {
    const path = join(folder, 'locked')
    const first = await openEmbedded({ folder: path, template: await pgliteTemplate(), log })
    expect(await refusal(openDatabase({ folder: path, log }))).toMatch(`is in use by process ${process.pid}`)
    expect((await first.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await first.close()
  })

  it('from a newer version is refused and left as it is', async () => {
    const path = join(folder, 'newer')
    const first = await openEmbedded({ folder: path, template: await pgliteTemplate(), log })
    await first.query(`insert into schema_version (version, name) values (9999, 'from the future')`)
    await first.close()
    expect(await refusal(openDatabase({ folder: path, log }))).toMatch('newer version of Minefall')
    expect(await refusal(openDatabase({ folder: path, log }))).toMatch('newer version of Minefall')
  })

  it('of another PostgreSQL major is refused and left as it is', async () => {
    const path = join(folder, 'major')
    await mkdir(join(path, 'data'), { recursive: true })
    await writeFile(join(path, 'data', 'PG_VERSION'), '16\n')
    expect(await refusal(openDatabase({ folder: path, log }))).toMatch('was made by PostgreSQL 16')
    expect(await readdir(join(path, 'data'))).toEqual(['PG_VERSION'])
  })

  it('that can not be made is refused', async () => {
    await writeFile(join(folder, 'file'), 'not a folder')
    expect(await refusal(openDatabase({ folder: join(folder, 'file', 'data'), log }))).toMatch(
      "can't be made",
    )
    expect(await refusal(openDatabase({ folder: join(folder, 'file'), log }))).toMatch("can't be made")
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('not a folder')
  })

  it.runIf(existsSync('/proc/self'))('on a file system that takes no files is refused', async () => {
    expect(await refusal(openDatabase({ folder: '/proc/minefall', log }))).toMatch(/can't be (made|written)/)
  })

  it('on a full disk is refused', async () => {
    const path = join(folder, 'full')
    expect(await refusal(prepareFolder(path, Number.MAX_SAFE_INTEGER))).toMatch('is full')
    expect(await readdir(path)).toEqual([])
  })

  it('whose making was killed half-way is made again', async () => {
    const path = join(folder, 'half')
    await mkdir(join(path, 'data'), { recursive: true })
    await writeFile(join(path, 'data', 'PG_VERSION'), '18\n')
    await writeFile(join(path, 'making'), '1\n')
    const database = await openEmbedded({ folder: path, template: await pgliteTemplate(), log })
    expect((await database.query('select count(*) as tables from game_table')).rows).toEqual([{ tables: 7n }])
    await database.close()
    expect(existsSync(join(path, 'making'))).toBe(false)
  })

  it('with a damaged database is refused, and let go again', async () => {
    const path = join(folder, 'damaged')
    await mkdir(join(path, 'data'), { recursive: true })
    await writeFile(join(path, 'data', 'PG_VERSION'), `${embeddedMajor}\n`)
    expect(await refusal(openDatabase({ folder: path, log }))).toMatch("can't be opened")
    const { lock } = await prepareFolder(path)
    await lock.release()
  })
})

describe('a database server', () => {
  const server = testServer()

  it('is refused by an address that is none', async () => {
    for (const url of ['mysql://a/b', 'postgres:/x', 'postgres://host:port/game', 'localhost']) {
      expect(await refusal(openDatabase({ url, log }))).toMatch('DATABASE_URL must look like')
    }
  })

  it('that does not answer is named without its password', async () => {
    const message = await refusal(openDatabase({ url: 'postgres://me:hidden@127.0.0.1:1/game', log }))
    expect(message).toBe('No database server answers at 127.0.0.1:1; start it, or correct DATABASE_URL.')
  })

  it('on a host that no one knows is refused', async () => {
    const url = 'postgres://me:hidden@nowhere.invalid/game'
    expect(await refusal(openDatabase({ url, log }))).toMatch('nowhere.invalid')
  })

  it('without the database is refused', async () => {
    const url = (await server.fresh()).replace(/\/minefall_\w+/, '/not_there')
    expect(await refusal(openDatabase({ url, log }))).toMatch('There is no database "not_there"')
  })

  it('that does not know the user is refused', async () => {
    const url = (await server.fresh()).replace('//minefall@', '//stranger:hidden@')
    const message = await refusal(openDatabase({ url, log }))
    expect(message).toMatch('refuses user "stranger"')
    expect(message).not.toMatch('hidden')
  })

  it('that is too old is refused before anything is written', async () => {
    const url = await server.fresh()
    expect(await refusal(openServer({ url, log, oldest: 990_000 }))).toMatch('Minefall needs 99 or newer')
  })

  it('with a database from a newer version is refused', async () => {
    const url = await server.fresh()
    const database = await openDatabase({ url, log })
    await database.query(`insert into schema_version (version, name) values (9999, 'from the future')`)
    await database.close()
    expect(await refusal(openDatabase({ url, log }))).toMatch('newer version of Minefall')
  })

  it('with a database of something else is refused, and nothing is changed in it', async () => {
    const url = await server.empty()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('create table player (theirs text)')
    const message = await refusal(openDatabase({ url, log }))
    expect(message).toMatch('relation "player" already exists')
    const { rows } = await client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    )
    await client.end()
    expect(rows).toEqual([{ relname: 'player' }])
  })

  it('is migrated once by nodes that start together', async () => {
    const url = await server.empty()
    const migrations = await readMigrations()
    const open = async () => {
      const node = await openDatabase({ url, log })
      const { count } = await node.query('select from schema_version')
      await node.close()
      return count
    }
    expect(await Promise.all([open(), open(), open()])).toEqual(Array(3).fill(migrations.length))
  })
})
