// Finds or installs what the tests need besides npm packages: Chromium, the server programs of a cluster, and room.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canRun, fail, root, run } from './prepare.mjs'
import { wanted } from './runtime.mjs'

/** Programs of servers are often out of a user's PATH; shared/src/node/testing-programs.ts knows the same folders. */
const allOnPath = (name) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
    .map((folder) => join(folder, name))
    .filter((file) => existsSync(file))
const onPath = (name) => allOnPath(name)[0]

const isRootOnDebian = () =>
  process.getuid?.() === 0 && existsSync('/etc/debian_version') && Boolean(onPath('apt-get'))

const aptGet = (...args) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

let hasLists = false
/** Takes no other program away for it. */
const apt = (...packages) => {
  console.log(`Installing ${packages.join(' and ')} …`)
  hasLists ||= aptGet('update', '-qq')
  return hasLists && aptGet('install', '-y', '-qq', '--no-install-recommends', '--no-remove', ...packages)
}

/** Debian's. The first is the one without windows, which costs a match a third less of the processor. */
const chromiums = ['chromium-headless-shell', 'chromium', 'chromium-browser']

/** The path of Debian's Chromium, or undefined when Playwright's own is to be used. */
export const findChromium = () => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const [best] = chromiums
  const found = () => chromiums.map(onPath).find(Boolean)
  if (!onPath(best) && isRootOnDebian()) apt(best) || found() || apt('chromium')
  const file = found()
  if (file) return file
  run('npx', ['playwright', 'install', 'chromium'], { cwd: join(root, 'tests') }) ||
    fail('No Chromium was found or could be installed. Install one and name it in CHROMIUM_PATH.')
  return undefined
}

const debianServers = '/usr/lib/postgresql'
const hasPostgres = () =>
  Boolean(process.env.TEST_DATABASE_URL) ||
  Boolean(onPath('initdb')) ||
  (existsSync(debianServers) &&
    readdirSync(debianServers).some((v) => existsSync(join(debianServers, v, 'bin/initdb'))))

export const ensurePostgres = () => {
  if (hasPostgres()) return
  if (isRootOnDebian() && apt('postgresql') && hasPostgres()) return
  fail(
    'The tests need PostgreSQL 15 or newer: install its server programs (initdb, postgres), or name an empty server in TEST_DATABASE_URL.',
  )
}

/** The bus and the gateway of a cluster. */
export const ensureClusterPrograms = () => {
  const missing = () => ['nats-server', 'haproxy'].filter((name) => !onPath(name))
  if (missing().length === 0) return
  if (isRootOnDebian() && apt(...missing()) && missing().length === 0) return
  fail(`The tests need ${missing().join(' and ')}: install what is missing.`)
}

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'
/** Twice what the databases and browsers of a run have there at a time. */
const roomBytes = 3 * 2 ** 30
const removed = { recursive: true, force: true, maxRetries: 5 }

/**
 * A folder for what the tests write and throw away, in memory where there is room for it: making the thousand files of a
 * database costs a disk ten times the processor. Undefined where there is none. It goes with this process; what a run that
 * was killed left goes with the next.
 */
export const temporaryFolder = () => {
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  if (bavail * bsize < roomBytes) return undefined
  const name = /^minefall-tests-(\d+)$/
  for (const left of readdirSync(memory).filter((file) => name.test(file)))
    if (!existsSync(`/proc/${name.exec(left)[1]}`)) rmSync(join(memory, left), removed)
  const folder = join(memory, `minefall-tests-${process.pid}`)
  mkdirSync(folder)
  // PostgreSQL may run as another user, who gets through to its own folder.
  chmodSync(folder, 0o711)
  process.once('exit', () => rmSync(folder, removed))
  return folder
}

/** An installed Node that can run the program and is older than the one it is made for; undefined where there is none. */
export const findOlderNode = () =>
  allOnPath(process.platform === 'win32' ? 'node.exe' : 'node')
    .map((file) => ({
      file,
      version: spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.slice(1).trim(),
    }))
    .find(({ version }) => canRun(version) && Number.parseInt(version, 10) < wanted)
