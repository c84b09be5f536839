/** `npm run cluster`: what docker-compose.yml has as containers, as processes of this machine with data that stays. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, relative, resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '@minefall/platform'
import {
  address,
  createLogger,
  logLevels,
  oneOf,
  readSettings,
  runProcess,
  startupError,
  text,
  tryListening,
  wholeNumber,
} from '@minefall/shared/node'
import { z } from 'zod'
import { programs } from '../load/repository.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { environmentOf } from './environment.ts'
import { refuseMissingPrograms } from './missing-programs.ts'
import type { NodeProcess } from './node-process.ts'

const variables = z.object({
  PORT: wholeNumber(1, 65_535).default(8080),
  HOST: text().default('127.0.0.1'),
  DATA_DIR: text().default('./data'),
  DATABASE_URL: address(['postgres', 'postgresql']).optional(),
  LOG_LEVEL: oneOf(logLevels).default('info'),
})

const say = (lines: string) => void process.stdout.write(`${lines}\n`)

/** Longer than a node takes to hand over what it has. */
const stopWithinMs = 60_000
/** How long a node that ended on its own stays away. */
const awayMs = 1_000

/** Adds the first of staff to a database that has none; resolves with what they sign in with, to be shown once. */
const addFirstAdmin = async (sql: Sql, place: { url: string; dataDir: string }): Promise<string> => {
  if ((await sql.query('select from staff limit 1')).count > 0) return ''
  const args = ['add', '--email', 'admin@minefall.example', '--name', 'First admin', '--role', 'admin']
  const env = environmentOf({ DATABASE_URL: place.url, DATA_DIR: place.dataDir }, process.env)
  const child = spawn(process.execPath, [programs.staff, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([readText(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`the first admin could not be added:\n${said}`)
  return said
}

const banner = (cluster: Cluster, port: number) => {
  const short = relative(process.cwd(), cluster.folder)
  const folder = short.startsWith('..') ? cluster.folder : `./${short}`
  const nodes: NodeProcess[] = [cluster.gateway, ...cluster.bffs, ...cluster.platforms, cluster.nats]
  const rows = nodes.map(({ name, url, pid, log }) => {
    const at = new URL(url)
    const place = `${at.protocol}//${at.host}`
    return `  ${name.padEnd(11)} ${String(pid()).padEnd(8)} ${place.padEnd(26)} ${relative(process.cwd(), log)}`
  })
  const people = `http://localhost:${port}`
  return `
  Minefall is up as a cluster: ${people}

  Desk   ${people}/desk/
  Inbox  ${people}/dev/inbox
  Data   ${folder}
  Stop   Ctrl+C

${rows.join('\n')}

  Kill any of them: it is started again, and the others play on in the meantime.
`
}

await runProcess({
  boot: () => {
    const settings = readSettings(variables, process.env)
    const log = createLogger({ level: settings.LOG_LEVEL, format: 'readable' })
    let stopping = false

    const keepRunning = async (node: NodeProcess) => {
      for (;;) {
        await node.ended()
        if (stopping) return
        say(`  ${node.name} has ended, and is started again.`)
        await delay(awayMs)
        if (stopping) return
        await node.start().then(
          () => say(`  ${node.name} is back, as process ${node.pid()}.`),
          (error: unknown) => say(`  ${error instanceof Error ? error.message : String(error)}`),
        )
      }
    }

    const start = async () => {
      refuseMissingPrograms({ postgres: settings.DATABASE_URL === undefined })
      const { HOST: host, PORT: port, DATABASE_URL: databaseUrl } = settings
      await tryListening(host, port).catch((error: unknown) => {
        throw startupError(`Port ${port} on ${host} can't be had; set PORT to a free one.`, error)
      })
      let firstAdmin = ''
      const cluster = await startCluster({
        folder: join(resolve(settings.DATA_DIR), 'cluster'),
        gatewayAddress: { host, port },
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
        async prepare(sql, place) {
          firstAdmin = await addFirstAdmin(sql, place)
        },
      })
      say(banner(cluster, port))
      if (firstAdmin !== '') say(firstAdmin)
      const nodes = [cluster.gateway, ...cluster.bffs, ...cluster.platforms, cluster.nats]
      for (const node of nodes) void keepRunning(node)
      return {
        async close() {
          stopping = true
          await cluster.stop()
        },
      }
    }
    return { log, start, stopWithinMs }
  },
})
