import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { accepts, findPrograms, initCluster, ordinaryUser } from '@minefall/platform/testing'

/** A PostgreSQL server of a disaster's own, which may be stopped and started under the program. */
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
const settings = ['listen_addresses=', 'fsync=off', 'synchronous_commit=on', 'shared_buffers=32MB']

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Makes and starts a server. Its folder goes into `place`, the machine's temporary folder without one. */
export const postgresCluster = async (place = tmpdir()): Promise<PostgresCluster> => {
  const folder = await mkdtemp(join(place, 'minefall-pg-'))
  const user = ordinaryUser()
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  await initCluster(data, user)
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
  // Not even a test run that is broken off leaves a server behind.
  const abandon = () => {
    server?.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', abandon)

  const start = async () => {
    const { postgres } = findPrograms()
    const args = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])]
    const child = spawn(postgres, args, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    server = child
    let said = ''
    child.stderr.on('data', (text) => {
      said = `${said}${text}`.slice(-10_000)
    })
    while (!(await accepts(url('postgres')))) {
      if (child.exitCode !== null) throw new Error(`${postgres} did not start:\n${said}`)
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
      process.off('exit', abandon)
      await stop('immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
