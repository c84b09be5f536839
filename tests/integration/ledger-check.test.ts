import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@minefall/platform'
import { testServer } from '@minefall/platform/testing'
import { silentLogger } from '@minefall/shared/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCheck } from '../harness/check.ts'
import { copyDatabase, type Settings } from '../harness/server.ts'
import { programs } from '../load/repository.ts'

const log = silentLogger()

const check = (settings: Settings) => runCheck(programs.ledgerCheck, settings)

const inOrder = { code: 0, out: 'The ledger is in order.\n', err: '' }

/** Rake that no one paid, and no one wrote down. */
const tampering = `insert into account (kind, owner, asset, posted) values ('house', 'rake', 'coin', 5)`
const tampered = {
  code: 1,
  out: expect.stringMatching(
    /^account \d+: 5 posted, but its entries sum to 0\n(.+\n)+The ledger is not in order: 3 findings\.\n$/,
  ),
  err: '',
}

describe('the check of the ledger, on the embedded database', () => {
  let folder: string
  const database = () => join(folder, 'database')
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minefall-check-'))
    await copyDatabase(folder)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('says whose process has the folder, and finds what is wrong once it has ended', async () => {
    const db = await openDatabase({ folder: database(), log })
    expect(await check({ DATA_DIR: folder })).toEqual({
      code: 1,
      out: '',
      err: `The data folder ${database()} is in use by process ${process.pid}; stop that one or use another folder.\n`,
    })
    await db.query(tampering)
    await db.close()
    expect(await check({ DATA_DIR: folder })).toEqual(tampered)
  })

  test('makes no folder where there is none', async () => {
    const missing = join(folder, 'missing')
    expect(await check({ DATA_DIR: missing })).toEqual({
      code: 1,
      out: '',
      err: `There is no database in ${join(missing, 'database')}; DATA_DIR must name the folder of one that was started.\n`,
    })
    expect(existsSync(missing)).toBe(false)
  })
})

describe('the check of the ledger, on PostgreSQL', () => {
  const server = testServer()

  test('runs beside the program, and finds what is wrong', async () => {
    const url = await server.fresh()
    const db = await openDatabase({ url, log })
    expect(await check({ DATABASE_URL: url })).toEqual(inOrder)
    await db.query(tampering)
    expect(await check({ DATABASE_URL: url })).toEqual(tampered)
    await db.close()
  })

  test('is one check of several: ratings are computed again beside the program too', async () => {
    const url = await server.fresh()
    const db = await openDatabase({ url, log })
    const recompute = () => runCheck(programs.ratingsRecompute, { DATABASE_URL: url })
    expect(await recompute()).toEqual({
      code: 0,
      out: 'The ratings follow from 0 rated matches, to the last digit.\n',
      err: '',
    })
    await db.query(
      `with someone as (insert into player (id, kind, name, avatar)
         values (gen_random_uuid(), 'player', 'Someone', 'cat-1') returning id),
       account as (insert into login_account (player_id, invitation_code, secured_at, created_at)
         select id, '12345678', now(), now() from someone)
       insert into rating (player_id, mu, sigma, matches, rated_at) select id, 1600, 200, 1, now() from someone`,
    )
    expect(await recompute()).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /^Player .+\nThe ratings do not follow from 0 rated matches: 1 finding\.\n$/,
      ),
    })
    await db.close()
  })

  test('changes nothing in a database that is not of this version', async () => {
    const url = await server.fresh()
    const db = await openDatabase({ url, log })
    const tables = async () =>
      (await db.query(`select table_name from information_schema.tables where table_schema = 'public'`)).rows
    await db.query('delete from schema_version where version > 1')
    const older = await check({ DATABASE_URL: url })
    expect([older.code, older.err]).toEqual([
      1,
      expect.stringMatching(/^The database was made by an older version .*\n$/),
    ])
    expect((await db.query('select max(version) as newest from schema_version')).rows).toEqual([
      { newest: 1 },
    ])
    await db.query('drop schema public cascade')
    await db.query('create schema public')
    const empty = await check({ DATABASE_URL: url })
    expect([empty.code, empty.err]).toEqual([
      1,
      expect.stringMatching(/^This database has nothing of Minefall .*\n$/),
    ])
    expect(await tables()).toEqual([])
    await db.close()
  })
})
