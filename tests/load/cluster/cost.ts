import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { NodeProcess } from '../../cluster/node-process.ts'
import { familySecondsOf, secondsOf } from '../processor.ts'
import { type LoadedCluster, postmasterOf } from './start.ts'

/** What parts of a cluster have used so far, or used for a thousand clicks: processor seconds, bytes, numbers. */
export type Cost = {
  platforms: number
  bffs: number
  gateway: number
  nats: number
  postgres: number
  load: number
  commits: number
  walBytes: number
  messages: number
  messageBytes: number
}

const walSchema = z.tuple([z.object({ commits: z.bigint(), wal: z.bigint() })])
const natsSchema = z.object({ in_msgs: z.number(), out_msgs: z.number(), in_bytes: z.number() })

/** Where NATS tells of itself: its configuration says it. */
const monitorOf = async (folder: string): Promise<string> => {
  const [, address] = /^http: "(.+)"$/m.exec(await readFile(join(folder, 'nats.conf'), 'utf8')) ?? []
  if (address === undefined) throw new Error('NATS has no monitoring')
  return `http://${address}/varz`
}

const all = (nodes: readonly NodeProcess[]): number =>
  nodes.reduce((sum, node) => {
    try {
      return sum + secondsOf(node.pid())
    } catch {
      return sum
    }
  }, 0)

/** What has been used since each process began. */
export const costSoFar = async ({ cluster, sql }: LoadedCluster): Promise<Cost> => {
  const { rows } = await sql.query(
    `select xact_commit as commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal
     from pg_stat_database where datname = current_database()`,
  )
  const [{ commits, wal }] = walSchema.parse(rows)
  const nats = natsSchema.parse(await (await fetch(await monitorOf(cluster.folder))).json())
  const { user, system } = process.cpuUsage()
  return {
    platforms: all(cluster.platforms),
    bffs: all(cluster.bffs),
    gateway: all([cluster.gateway]),
    nats: all([cluster.nats]),
    postgres: familySecondsOf(await postmasterOf(sql)),
    load: (user + system) / 1e6,
    commits: Number(commits),
    walBytes: Number(wal),
    messages: nats.in_msgs,
    messageBytes: nats.in_bytes,
  }
}

/** What was used between two moments, for each thousand clicks. */
export const costOfThousand = (before: Cost, after: Cost, clicks: number): Cost => {
  const cost = { ...after }
  for (const name of Object.keys(cost) as (keyof Cost)[])
    cost[name] = ((after[name] - before[name]) * 1_000) / clicks
  return cost
}
