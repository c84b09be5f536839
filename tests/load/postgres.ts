import { existsSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startCluster } from '@minefall/platform/testing-cluster'

export type Postgres = { url: string; pid: number; stop(): Promise<void> }

/** As PostgreSQL comes: every commit is on the disk before it is acknowledged. */
const settings = ['max_connections=50']

/** A PostgreSQL server of the machine's own programs, for this run alone. */
export const startPostgres = async (): Promise<Postgres> => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-load-pg-'))
  const cluster = await startCluster(folder, { settings, owner: process.pid })
  const pid = Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])
  return {
    url: cluster.url('postgres'),
    pid,
    async stop() {
      process.kill(pid, 'SIGINT')
      // Whoever started it for us removes the folder when it has ended.
      while (existsSync(folder)) await setTimeout(50)
    },
  }
}
