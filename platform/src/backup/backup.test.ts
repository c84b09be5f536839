import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isStartupError, silentLogger } from '@minefall/shared/node'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../db/index.ts'
import { testServer } from '../db/testing-server.ts'
import { readEdgeKeys, readSealKeys } from '../http/index.ts'
import { checkLedger } from '../ledger/index.ts'
import { newPlayer, startedMatch } from '../ledger/testing.ts'
import { recordBackup, showLastBackup } from './last-backup.ts'
import { manifestName } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const log = silentLogger()
const server = testServer()

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isStartupError(error)) throw new Error('expected a start-up error', { cause: error })
  return error.message
}

describe('a backup', () => {
  let root: string
  let url: string
  let db: Database
  let taken = 0
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'backup-'))
    url = await server.fresh()
    db = await openDatabase({ url, log })
    await newPlayer(db, 'coin', 1_000n)
    await startedMatch(db)
    await readSealKeys(join(root, 'data'))
    // Of this machine alone: another one has its own.
    await readEdgeKeys(join(root, 'data'))
    await readEdgeKeys(join(root, 'restored'))
  })
  afterAll(async () => {
    await db.close()
    await rm(root, { recursive: true })
  })
  const take = async () => {
    const folder = join(root, `taken-${++taken}`)
    return { folder, manifest: await takeBackup({ url, dataDir: join(root, 'data'), folder }) }
  }

  it('is whole, for its owner’s eyes only, and says what is in it', async () => {
    const { folder, manifest } = await take()
    expect(manifest.files.map(({ path }) => path)).toEqual(['database.dump', 'keys/seal'])
    expect(manifest.rows).toMatchObject({ match: 1 })
    expect(JSON.parse(await readFile(join(folder, manifestName), 'utf8'))).toEqual(manifest)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of [manifestName, ...manifest.files.map(({ path }) => path)])
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600])
  })

  it('is waited for in production alone, and shown wherever there is one', async () => {
    const shown = (production: boolean) => {
      const metrics = new Registry()
      showLastBackup(metrics, { db, production })
      const gauge = metrics.getSingleMetric('minefall_backup_seconds')
      return async () => (await gauge?.get())?.values[0]?.value
    }
    const [here, live] = [shown(false), shown(true)]
    const waiting = await db.query('select extract(epoch from since)::float8 as seconds from last_backup')
    expect(await here()).toBe(0)
    expect(await live()).toBeCloseTo(Number(waiting.rows[0]?.seconds), 2)
    const { takenAt } = (await take()).manifest
    await recordBackup(url, takenAt)
    const seconds = Date.parse(takenAt) / 1_000
    expect([await here(), await live()]).toEqual([seconds, seconds])
    // As `deploy/backup.sh` writes it.
    await recordBackup(url, '20260101T033015Z')
    expect(await live()).toBe(Date.parse('2026-01-01T03:30:15Z') / 1_000)
  })

  it('is restored into an empty database and folder, with every row and coin', async () => {
    const { folder, manifest } = await take()
    const place = { url: await server.empty(), dataDir: join(root, 'restored'), folder }
    expect(await restoreBackup(place)).toEqual({ manifest, findings: [] })
    expect(await readSealKeys(place.dataDir)).toEqual(await readSealKeys(join(root, 'data')))
    expect((await stat(join(place.dataDir, 'keys', 'seal'))).mode & 0o777).toBe(0o600)
    const restored = await openDatabase({ url: place.url, log })
    try {
      expect(restored.isNew).toBe(false)
      const all = 'select kind, owner, asset, posted, held, version from account order by id'
      expect((await restored.query(all)).rows).toEqual((await db.query(all)).rows)
      await newPlayer(restored, 'coin', 7n)
      expect(await checkLedger(restored)).toEqual({ clean: true, findings: [] })
    } finally {
      await restored.close()
    }
  })

  it('has one moment of the database, whatever goes on in the meantime', async () => {
    let going = true
    const play = async () => {
      while (going) await startedMatch(db)
    }
    const playing = [play(), play()]
    const { folder } = await take()
    going = false
    await Promise.all(playing)
    const { findings } = await restoreBackup({
      url: await server.empty(),
      dataDir: join(root, 'moment'),
      folder,
    })
    expect(findings).toEqual([])
  })

  it('is whole though the server ends the session that only waits for it', async () => {
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    await other.query('begin')
    // The dump waits for this.
    await other.query('lock table game_table in access exclusive mode')
    const taking = take()
    const sessions = async (which: string) =>
      (await db.query(`select from pg_stat_activity where datname = current_database() and ${which}`)).count
    await expect.poll(() => sessions(`application_name = 'pg_dump' and wait_event_type = 'Lock'`)).toBe(1)
    const idle = `application_name = 'minefall backup'`
    await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and ${idle}`)
    await expect.poll(() => sessions(idle)).toBe(0)
    await other.query('rollback')
    await other.end()
    const { folder } = await taking
    const place = { url: await server.empty(), dataDir: join(root, 'ended'), folder }
    expect((await restoreBackup(place)).findings).toEqual([])
  })

  it('is taken into no folder that has something in it, nor without keys', async () => {
    const { folder } = await take()
    expect(await refusal(takeBackup({ url, dataDir: join(root, 'data'), folder }))).toMatch('already')
    const nowhere = { url, dataDir: join(root, 'nowhere'), folder: join(root, 'none') }
    expect(await refusal(takeBackup(nowhere))).toMatch('There are no keys')
    expect(await readdir(root)).not.toContain('none')
  })

  it('is restored over nothing: neither a database nor another key', async () => {
    const { folder } = await take()
    expect(await refusal(restoreBackup({ url, dataDir: join(root, 'over'), folder }))).toMatch(
      'something in the database',
    )
    await mkdir(join(root, 'over', 'keys'), { recursive: true })
    await writeFile(join(root, 'over', 'keys', 'seal'), `1:${'ab'.repeat(32)}\n`)
    const target = { url: await server.empty(), dataDir: join(root, 'over'), folder }
    expect(await refusal(restoreBackup(target))).toMatch('another key')
    expect(await readFile(join(root, 'over', 'keys', 'seal'), 'utf8')).toBe(`1:${'ab'.repeat(32)}\n`)
    // Nor where its keys can't be written.
    const file = join(root, 'file')
    await writeFile(file, '')
    await expect(restoreBackup({ ...target, dataDir: file })).rejects.toThrow('ENOTDIR')
    // Nothing was written: with its own folder it goes.
    expect((await restoreBackup({ ...target, dataDir: join(root, 'own') })).findings).toEqual([])
  })

  it('that was changed, or has no manifest, is not restored', async () => {
    const { folder } = await take()
    const target = { url: await server.empty(), dataDir: join(root, 'changed'), folder }
    await appendFile(join(folder, 'database.dump'), 'x')
    expect(await refusal(restoreBackup(target))).toMatch('not as it was written')
    await rm(join(folder, manifestName))
    expect(await refusal(restoreBackup(target))).toMatch('no whole backup')
    expect(await readdir(root)).not.toContain('changed')
  })
})
