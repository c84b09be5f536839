import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@minefall/platform'
import { type Cluster, startCluster } from '@minefall/platform/testing-cluster'
import { silentLogger } from '@minefall/shared/node'
import { findProgram } from '@minefall/shared/testing-programs'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../load/repository.ts'

const execute = promisify(execFile)

let folder: string
let server: Cluster
const urlOf = (database: string, user = 'minefall') => server.url(database).replace('minefall@', `${user}@`)
const ask = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query(text).finally(() => client.end())).rows
}
/** The SQLSTATE of a refusal. */
const refusalOf = (url: string, text: string) =>
  ask(url, text).then(
    () => null,
    (error: unknown) => error instanceof pg.DatabaseError && error.code,
  )
/** Brings a database to today's schema, or finds it there. */
const open = async (url: string) => {
  const db = await openDatabase({ url, log: silentLogger() })
  await db.close()
  return db.isNew
}
const makeOrdinary = (url: string) =>
  execute(findProgram('psql'), ['-X', '-q', '-d', url, '-f', join(root, 'deploy/postgres-owner.sql')])

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minefall-owner-'))
  const place = join(folder, 'server')
  // PostgreSQL may run as another user, who goes through the folder to its own.
  await chmod(folder, 0o711)
  await mkdir(place)
  server = await startCluster(place, { settings: ['fsync=off'], owner: process.pid })
  await ask(urlOf('postgres'), 'create database minefall')
  await ask(urlOf('minefall'), "alter role minefall password 'a password'")
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('makes the superuser of a server an ordinary owner, with whom the platform goes on', async () => {
  const [url, admin] = [urlOf('minefall'), urlOf('minefall', 'postgres')]
  const roles =
    "select rolname, rolsuper, rolpassword from pg_authid where rolname !~ '^pg_' order by rolname"
  const [first] = await ask(url, roles)
  expect(first.rolpassword).toMatch(/^SCRAM-SHA-256/)
  expect(await open(url)).toBe(true)
  const dump = join(folder, 'dump')
  await execute(findProgram('pg_dump'), ['-d', url, '-Fc', '-f', dump])
  expect(await refusalOf(url, "copy (select) to program 'cat'")).toBe(null)

  await makeOrdinary(url)
  for (const refused of [
    "copy (select) to program 'cat'",
    "select pg_read_file('/etc/passwd')",
    'create role other superuser',
    'alter role minefall superuser',
    'set role postgres',
  ])
    expect([refused, await refusalOf(url, refused)]).toEqual([refused, '42501'])
  expect(await ask(admin, roles)).toEqual([
    { ...first, rolsuper: false },
    { rolname: 'postgres', rolsuper: true, rolpassword: null },
  ])
  expect(
    await ask(
      admin,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relowner <> 'minefall'::regrole
       union select proname from pg_proc where pronamespace = 'public'::regnamespace and proowner <> 'minefall'::regrole
       union select typname from pg_type where typnamespace = 'public'::regnamespace and typowner <> 'minefall'::regrole
       union select datname from pg_database where datname = 'minefall' and datdba <> 'minefall'::regrole`,
    ),
  ).toEqual([])
  expect(await open(url)).toBe(false)

  // A second time it changes nothing.
  await expect(makeOrdinary(url)).rejects.toThrow(/must be superuser|permission denied/)

  // From nothing, and from a backup of the superuser's time.
  for (const database of ['empty', 'restored']) await ask(admin, `create database ${database} owner minefall`)
  expect(await open(urlOf('empty'))).toBe(true)
  const into = ['-d', urlOf('restored'), '--single-transaction', '--exit-on-error']
  await execute(findProgram('pg_restore'), [...into, dump])
  expect(await open(urlOf('restored'))).toBe(false)
})
