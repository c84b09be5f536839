import { rmSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@minefall/platform'
import { addTestStaff, type TestStaff } from '@minefall/platform/testing-staff'
import { silentLogger } from '@minefall/shared/node'
import { z } from 'zod'
import { type Cluster, startCluster } from '../../cluster/cluster.ts'
import type { NodeProcess } from '../../cluster/node-process.ts'
import { type PostgresCluster, postgresCluster } from '../../harness/cluster.ts'
import type { ClusterShape, LoadOptions } from '../arguments.ts'
import { familySecondsOf, secondsOf } from '../processor.ts'
import { addLoadTable, harmedSide, raisedGateway, raisedSettings } from '../server.ts'

type Database = Awaited<ReturnType<typeof openDatabase>>

/** A cluster under load, with ways past it. */
export type LoadedCluster = {
  cluster: Cluster
  postgres: PostgresCluster
  sql: Database
  /** Who may sign in at the desk. */
  staff: TestStaff
  remove(): Promise<void>
}

/** As PostgreSQL comes, but for the connections of several nodes: every commit is on the disk before it is acknowledged. */
const postgresSettings = ['max_connections=300']

/**
 * So long is a turn where harm is done: shorter than the product's where people think quickly, so that a clock that does
 * not stand costs turns.
 */
const harmedTurnMs = (thinkMs: number) => Math.ceil(Math.max(6, (3 * thinkMs) / 1_000)) * 1_000

/** Starts a cluster with fresh data, which is gone afterwards. */
export const startLoadedCluster = async (
  options: LoadOptions,
  { platforms, bffs, harms }: ClusterShape,
): Promise<LoadedCluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'minefall-load-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const postgres = await postgresCluster(tmpdir(), { settings: postgresSettings })
  const settings = raisedSettings(options)
  let cluster: Cluster | null = null
  try {
    cluster = await startCluster({
      platforms,
      bffs,
      postgres,
      folder,
      settings: { platform: settings, bff: settings, gateway: raisedGateway(options) },
      async prepare(sql) {
        if (harms.length > 0) await addLoadTable(sql, harmedTurnMs(options.thinkMs), harmedSide)
        else await addLoadTable(sql)
      },
    })
    const sql = await openDatabase({ url: cluster.postgres.url, log: silentLogger() })
    const [staff] = await addTestStaff(sql, cluster.dataDir, ['admin'])
    if (!staff) throw new Error('no one was hired')
    const { remove } = cluster
    return {
      cluster,
      postgres,
      sql,
      staff,
      async remove() {
        await sql.close()
        await remove()
        await postgres.remove()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await cluster?.remove()
    await postgres.remove()
    throw error
  }
}

const placeSchema = z.tuple([z.object({ data_directory: z.string() })])

/** The process that all of a PostgreSQL server's come from. */
const postmasterOf = async (sql: Database): Promise<number> => {
  const [place] = placeSchema.parse((await sql.query('show data_directory')).rows)
  return Number((await readFile(join(place.data_directory, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

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

const monitorSchema = z.object({ http: z.string() })

/** Where NATS tells of itself: its configuration says it. */
const monitorOf = async (folder: string): Promise<string> => {
  const { http } = monitorSchema.parse(JSON.parse(await readFile(join(folder, 'nats.conf'), 'utf8')))
  return `http://${http}/varz`
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
