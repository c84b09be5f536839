import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'

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

const findPrograms = () => {
  const folder = programFolders().find(
    (candidate) => existsSync(join(candidate, 'initdb')) && existsSync(join(candidate, 'postgres')),
  )
  if (folder === undefined) throw missing()
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

/** PostgreSQL refuses to run as root: then it runs as its own user, or as nobody. */
const ordinaryUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.')
}

const run = async (program: string, args: string[], user: { uid: number; gid: number } | undefined) => {
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

/** Safety off: nothing of it outlives the tests. No TCP: only the socket in its folder. */
const settings = [
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=200',
  'shared_buffers=32MB',
]

/** Ends the server and removes its folder when standard input closes, also when the tests are killed. */
const keeper = '"$@" & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$MINEFALL_TEST_CLUSTER"'

/** A server for tests. */
export type Cluster = { url(database: string): string; stop(): Promise<void> }

const accepts = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Starts a throw-away server from the machine's own PostgreSQL, reached by a socket in a temporary folder. */
export const startCluster = async (): Promise<Cluster> => {
  const { initdb, postgres } = findPrograms()
  const user = ordinaryUser()
  const folder = await mkdtemp(join(tmpdir(), 'minefall-pg-'))
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
  try {
    const data = join(folder, 'data')
    await run(
      initdb,
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
    const args = [postgres, '-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])]
    const child = spawn('/bin/sh', ['-c', keeper, 'sh', ...args], {
      ...user,
      cwd: '/',
      env: { PATH: process.env.PATH, MINEFALL_TEST_CLUSTER: folder },
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
    })
    const url = (database: string) =>
      `postgres://minefall@localhost/${database}?host=${encodeURIComponent(folder)}`
    let said = ''
    let ended = false
    const end = once(child, 'exit').then(() => {
      ended = true
    })
    child.stderr.on('data', (text) => {
      said += text
    })
    for (const start = performance.now(); !(await accepts(url('postgres'))); ) {
      if (ended || performance.now() - start > 30_000) throw new Error(`${postgres} did not start:\n${said}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return {
      url,
      async stop() {
        child.stdin.end()
        await end
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}
