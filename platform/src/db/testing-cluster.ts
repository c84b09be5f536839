import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { silentLogger } from '@minefall/shared/node'
import pg from 'pg'
import { readSchemaTexts } from './migrations.ts'
import { openServer } from './server.ts'
import { hasCode } from './system-error.ts'

const missing = () =>
  new Error(
    'These tests need PostgreSQL 15 or newer: install its server programs (initdb and postgres; Debian: ' +
      'apt-get install postgresql, macOS: brew install postgresql), or name an empty server in TEST_DATABASE_URL.',
  )

/** Debian keeps the server's programs out of PATH, one folder a version. */
const programFolders = (): string[] => {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  return [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
}

export const findPrograms = () => {
  const folder = programFolders().find(
    (candidate) => existsSync(join(candidate, 'initdb')) && existsSync(join(candidate, 'postgres')),
  )
  if (folder === undefined) throw missing()
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

/** PostgreSQL refuses to run as root: then it runs as its own user, or as no one. */
export type User = { uid: number; gid: number } | undefined

export const ordinaryUser = (): User => {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no other user to run it as.')
}

const run = async (program: string, args: string[], user: User) => {
  const child = spawn(program, args, { ...user, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  child.stderr.on('data', (text) => {
    said += text
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} failed:\n${said}`)
}

/** Makes an empty cluster in the folder `data`, whose owner `minefall` needs no password. */
export const initCluster = (data: string, user: User) =>
  run(
    findPrograms().initdb,
    [
      '-D',
      data,
      '-U',
      'minefall',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
    ],
    user,
  )

/** Safety off: nothing of it outlives the tests. */
const unsafe = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=200',
  'shared_buffers=32MB',
]

/** Ends the server and removes its folder when the tests are over, also when they were killed. */
const keeper = `
  "$@" & server=$!
  while [ -d "/proc/$TESTS" ] || kill -0 "$TESTS" 2>/dev/null; do
    kill -0 $server 2>/dev/null || break
    sleep 2
  done
  kill -INT $server 2>/dev/null; wait $server; rm -rf "$CLUSTER"`

/** The process that all files of a test run have in common: their worker's parent. */
const testRun = () => (isMainThread ? process.ppid : process.pid)

/** Whether a server lets a client in. */
export const accepts = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** A server's databases by name. */
export type Cluster = { url(database: string): string }

const clusterIn = (folder: string): Cluster => ({
  url: (database) => `postgres://minefall@localhost/${database}?host=${encodeURIComponent(folder)}`,
})

const patienceMs = 60_000

/**
 * Makes a server with these settings in an empty folder and starts it; it ends, and the folder goes, with the process
 * `owner`. No TCP: only the socket in its folder.
 */
export const startCluster = async (
  folder: string,
  { settings, owner }: { settings: readonly string[]; owner: number },
): Promise<Cluster> => {
  const { postgres } = findPrograms()
  const user = ordinaryUser()
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  await initCluster(data, user)
  const all = ['listen_addresses=', ...settings]
  const args = [postgres, '-D', data, '-k', folder, ...all.flatMap((setting) => ['-c', setting])]
  const log = await open(join(folder, 'log'), 'a')
  const child = spawn('/bin/sh', ['-c', keeper, 'sh', ...args], {
    ...user,
    cwd: '/',
    env: { PATH: process.env.PATH, CLUSTER: folder, TESTS: String(owner) },
    stdio: ['ignore', 'ignore', log.fd],
    detached: true,
  })
  child.unref()
  await log.close()
  for (const since = performance.now(); !(await accepts(clusterIn(folder).url('postgres'))); ) {
    if (child.exitCode !== null || performance.now() - since > patienceMs) {
      const said = await readFile(join(folder, 'log'), 'utf8').catch(() => '')
      throw new Error(`${postgres} did not start:\n${said}`)
    }
    await delay(20)
  }
  await writeFile(join(folder, 'starting'), '')
  await rename(join(folder, 'starting'), join(folder, 'ready'))
  return clusterIn(folder)
}

/** Waits for the worker that is starting the server; false when it gave up. */
const isReady = async (folder: string): Promise<boolean> => {
  for (const since = performance.now(); performance.now() - since < patienceMs; ) {
    if (!existsSync(folder)) return false
    if (existsSync(join(folder, 'ready'))) return true
    await delay(20)
  }
  return false
}

/** Whether a server listens at its socket: one that is too busy to let anyone in does. */
const isListening = (folder: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(join(folder, '.s.PGSQL.5432'))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', (error) => resolve(!hasCode(error, 'ECONNREFUSED') && !hasCode(error, 'ENOENT')))
  })

/**
 * A throw-away server from the machine's own PostgreSQL, reached by a socket in a temporary folder. The first
 * file of a test run that needs it starts it, the others find it, and it ends with the run. `place` begins its folder's path.
 */
export const joinCluster = async (
  place = join(tmpdir(), `minefall-pg-${process.getuid?.() ?? 0}-${testRun()}`),
): Promise<Cluster> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    const folder = `${place}-${attempt}`
    try {
      await mkdir(folder)
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
      if ((await isReady(folder)) && (await isListening(folder))) return clusterIn(folder)
      // Of a run with the same number, before the machine lost its power. It stays: by the time one worker removed it,
      // another could have put a server of this run in its place.
      continue
    }
    try {
      return await startCluster(folder, { settings: unsafe, owner: testRun() })
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw error
    }
  }
  throw new Error('The test server could not be started, nor found.')
}

const within = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const withDatabase = (url: string, database: string) => {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.toString()
}

const given = process.env.TEST_DATABASE_URL

/** Any number that no one else takes an advisory lock with. */
const templateLock = 0x7e57

/** Makes the template of today's migrations unless another file of the run did. */
const ensureTemplate = async (cluster: Cluster, admin: string): Promise<string> => {
  const hash = createHash('sha256')
  const { migrations, functions } = await readSchemaTexts()
  for (const { sql } of [...migrations, ...functions]) hash.update(sql)
  const template = `minefall_${hash.digest('hex').slice(0, 16)}`
  await within(admin, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLock])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount) return
    const making = `minefall_making_${randomUUID().replaceAll('-', '')}`
    await client.query(`create database ${making}`)
    const database = await openServer({ url: cluster.url(making), log: silentLogger() })
    await database.close()
    await client.query(`alter database ${making} rename to ${template}`)
  })
  return template
}

/**
 * Databases of a test server, as addresses: migrated ones, and empty ones; `drop` removes those that were given. They are
 * copied file by file, which costs a quarter of copying page by page through the server's log.
 */
export const freshDatabases = async () => {
  const cluster: Cluster = given ? { url: (database) => withDatabase(given, database) } : await joinCluster()
  const url = given ?? cluster.url('postgres')
  const template = await ensureTemplate(cluster, url)
  const admin = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  admin.on('error', () => {})
  const made: string[] = []
  const copy = async (from: string) => {
    const name = `minefall_test_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name} template ${from} strategy file_copy`)
    made.push(name)
    return cluster.url(name)
  }
  return {
    fresh: () => copy(template),
    empty: () => copy('template0'),
    async drop() {
      for (const name of made) await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
