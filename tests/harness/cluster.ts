import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { accepts, findPrograms, initCluster, ordinaryUser } from '@minefall/platform/testing-cluster'
import { endWithUs, removeWithUs } from '../cluster/keeper.ts'

/** A PostgreSQL server of a test's own, which may be stopped and started under the program. */
export type PostgresCluster = {
  /** The Unix socket it listens on. */
  socket: string
  /** A database of it, past every relay. */
  url(database: string): string
  start(): Promise<void>
  /** `fast` ends sessions in order; `immediate` ends them as a crash does, and the next start recovers. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  remove(): Promise<void>
}

/**
 * Commits reach the operating system before they are answered, so that none is lost with the processes; the disk
 * itself is not waited for, because no disaster here cuts the power.
 */
export const unsynced = ['fsync=off', 'synchronous_commit=on', 'shared_buffers=32MB']

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

export type PostgresOptions = {
  /** Where its databases stay when it is removed; in its own folder, which goes, unless named. */
  data?: string
  /** What it is started with, `name=value`. */
  settings?: readonly string[]
}

/**
 * Makes a server, unless `data` holds one, and starts it. Its folder goes into `place`, the machine's temporary folder
 * without one. It ends and its folder goes with this process, whatever ends that.
 */
export const postgresCluster = async (
  place = tmpdir(),
  { data: kept, settings = unsynced }: PostgresOptions = {},
): Promise<PostgresCluster> => {
  const folder = await mkdtemp(join(place, 'minefall-pg-'))
  removeWithUs(folder)
  const user = ordinaryUser()
  const data = kept ?? join(folder, 'data')
  await mkdir(data, { recursive: true })
  for (const own of [folder, data]) {
    await chmod(own, 0o700)
    if (user) await chown(own, user.uid, user.gid)
  }
  if (!existsSync(join(data, 'PG_VERSION'))) await initCluster(data, user)
  let server: ChildProcess | null = null
  const url = (database: string) =>
    `postgres://minefall@localhost/${database}?host=${encodeURIComponent(folder)}`

  const stop = async (how: keyof typeof signals) => {
    const running = server
    server = null
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill(signals[how])
    await ended
  }

  const start = async () => {
    const { postgres } = findPrograms()
    const all = ['listen_addresses=', ...settings]
    const args = ['-D', data, '-k', folder, ...all.flatMap((setting) => ['-c', setting])]
    // In a separate process group: Ctrl+C in a terminal is for anyone who stops it in its turn.
    const child = spawn(postgres, args, {
      ...user,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    })
    server = child
    endWithUs(child, 'QUIT')
    let said = ''
    child.stderr.on('data', (text) => {
      said = `${said}${text}`.slice(-10_000)
    })
    while (!(await accepts(url('postgres')))) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${postgres} did not start:\n${said}`)
      await delay(20)
    }
  }
  await start()
  return {
    socket: join(folder, '.s.PGSQL.5432'),
    url,
    start,
    stop,
    async remove() {
      await stop('immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
