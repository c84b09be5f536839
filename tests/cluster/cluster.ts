import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@minefall/platform'
import type { BusUser } from '@minefall/shared/contracts/bus'
import { natsConfiguration, silentLogger } from '@minefall/shared/node'
import { freePort } from '@minefall/shared/testing-ports'
import { findProgram } from '@minefall/shared/testing-programs'
import pg from 'pg'
import { type PostgresCluster, postgresCluster, unsynced } from '../harness/cluster.ts'
import type { Prepare, Settings } from '../harness/server.ts'
import { nodeFlags, nodeOf, root } from '../load/repository.ts'
import { environmentOf } from './environment.ts'
import { gatewayProcess } from './gateway.ts'
import { removeWithUs } from './keeper.ts'
import { type NodeProcess, nodeProcess } from './node-process.ts'

/** Settings of all nodes of a kind, or of each by its number from 1. */
export type NodeSettings = Settings | ((number: number) => Settings)

export type ClusterOptions = {
  /** How many platform nodes, and BFFs up to four; two of each by default. */
  platforms?: number
  bffs?: number
  settings?: { platform?: NodeSettings; bff?: NodeSettings; gateway?: Settings }
  /** Changes the migrated database, which nodes reach at `url`, before the first of them opens it. */
  prepare?: (db: Parameters<Prepare>[0], place: { url: string; dataDir: string }) => Promise<unknown>
  /** A PostgreSQL server that runs already and is left running; one of the cluster's own without it. */
  postgres?: PostgresCluster
  /** How nodes reach their database, such as by a relay; straight without it. It must exist. */
  databaseUrl?: string
  /** Where everything is kept when the cluster is removed; a temporary folder, which goes with it, unless named. */
  folder?: string
  /** The work tree whose build a node of this name runs, asked at each start; this one without it. */
  treeOf?: (name: string) => string
  /** Where people connect; a free port of this machine unless named. */
  gatewayAddress?: { host: string; port: number }
}

/** What the cluster's nodes keep their data in. */
export type Database = { url: string } & Pick<PostgresCluster, 'start' | 'stop'>

/** A cluster of real processes on this machine, as docker-compose.yml has it. All of them end with this process. */
export type Cluster = {
  /** Where people connect: the gateway. */
  url: string
  gateway: NodeProcess
  bffs: NodeProcess[]
  platforms: NodeProcess[]
  nats: NodeProcess
  postgres: Database
  folder: string
  /** The folder of the keys that all nodes share is `keys` in here. */
  dataDir: string
  /** Stops everything in order: gateway, BFFs, platform nodes, NATS, PostgreSQL. */
  stop(): Promise<void>
  /** Stops everything at once and removes what is not to be kept. */
  remove(): Promise<void>
}

const database = 'minefall'
/** Room for the sessions of several nodes. */
const manySessions = ['max_connections=300']

const createDatabase = async (postgres: PostgresCluster) => {
  const client = new pg.Client({ connectionString: postgres.url('postgres') })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount === 0) await client.query(`create database ${database}`)
  await client.end()
}

const notOurs = async (): Promise<never> => {
  throw new Error('the database is not of this cluster’s own')
}

/** Finds or starts the database. */
const openPlace = async (
  options: ClusterOptions,
  { folder, dataDir }: { folder: string; dataDir: string },
) => {
  const { databaseUrl, prepare, postgres: given } = options
  const own =
    given === undefined && databaseUrl === undefined
      ? await postgresCluster(
          tmpdir(),
          options.folder === undefined
            ? { settings: [...unsynced, ...manySessions] }
            : { data: join(folder, 'postgres'), settings: manySessions },
        )
      : null
  const server = given ?? own
  const direct = server?.url(database) ?? databaseUrl
  if (direct === undefined) throw new Error('there is no database')
  try {
    if (server && databaseUrl === undefined) await createDatabase(server)
    if (prepare) {
      const db = await openDatabase({ url: direct, log: silentLogger() })
      await prepare(db, { url: direct, dataDir }).finally(() => db.close())
    }
  } catch (error) {
    await own?.remove()
    throw error
  }
  return {
    own,
    url: databaseUrl ?? direct,
    postgres: { url: direct, start: server?.start ?? notOurs, stop: server?.stop ?? notOurs },
  }
}

const ofNode = (settings: NodeSettings = {}, number: number): Settings =>
  typeof settings === 'function' ? settings(number) : settings

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Starts a cluster and resolves when people may play on it. */
export const startCluster = async (options: ClusterOptions = {}): Promise<Cluster> => {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'minefall-cluster-')))
  if (options.folder === undefined) removeWithUs(folder)
  const dataDir = join(folder, 'data')
  const logs = join(folder, 'logs')
  // PostgreSQL may run as another user, who goes through the folder to its own.
  await mkdir(folder, { recursive: true, mode: 0o711 })
  for (const made of [dataDir, logs]) await mkdir(made, { recursive: true, mode: 0o700 })
  const place = await openPlace(options, { folder, dataDir })

  const gatewayAddress = options.gatewayAddress ?? { host: '127.0.0.1', port: await freePort() }
  const port = { nats: await freePort(), monitor: await freePort() }
  const passwords = { bff: randomBytes(16).toString('hex'), platform: randomBytes(16).toString('hex') }
  const natsFile = join(folder, 'nats.conf')
  const natsAt = `127.0.0.1:${port.nats}`
  const configuration = natsConfiguration({ listen: natsAt, http: `127.0.0.1:${port.monitor}`, passwords })
  await writeFile(natsFile, configuration, { mode: 0o600 })
  const nats = nodeProcess({
    name: 'nats',
    url: `nats://${natsAt}`,
    readyUrl: `http://127.0.0.1:${port.monitor}/healthz`,
    command: findProgram('nats-server'),
    args: () => ['-c', natsFile],
    env: process.env,
    log: join(logs, 'nats.log'),
  })

  const ours = async (name: string, kind: BusUser, settingsAt: (port: number) => Settings) => {
    const own = await freePort()
    const url = `http://127.0.0.1:${own}`
    return nodeProcess({
      name,
      url,
      readyUrl: `${url}/readyz`,
      command: process.execPath,
      args: () => [...nodeFlags, nodeOf(kind, options.treeOf?.(name) ?? root)],
      env: environmentOf(
        {
          NATS_URL: `nats://${kind}:${passwords[kind]}@${natsAt}`,
          PUBLISHED_ON: gatewayAddress.host,
          ...settingsAt(own),
        },
        process.env,
      ),
      log: join(logs, `${name}.log`),
    })
  }
  const platforms = await Promise.all(
    numbers(options.platforms ?? 2).map((number) =>
      ours(`platform-${number}`, 'platform', (at) => ({
        NODE_NAME: `platform-${number}`,
        PLATFORM_HOST: '127.0.0.1',
        PLATFORM_PORT: String(at),
        DATA_DIR: dataDir,
        DATABASE_URL: place.url,
        ...ofNode(options.settings?.platform, number),
      })),
    ),
  )
  const bffs = await Promise.all(
    numbers(options.bffs ?? 2).map((number) =>
      ours(`bff-${number}`, 'bff', (at) => ({
        EDGE_ID: `bff-${number}`,
        HOST: '127.0.0.1',
        PORT: String(at),
        UPSTREAM_URL: platforms.map(({ url }) => url).join(','),
        EDGE_KEY_FILE: join(dataDir, 'keys', 'edge'),
        TRUSTED_PROXIES: '1',
        ...ofNode(options.settings?.bff, number),
      })),
    ),
  )
  const gateway = await gatewayProcess({
    address: gatewayAddress,
    bffs: bffs.map(({ url }) => url),
    ...(options.settings?.gateway && { settings: options.settings.gateway }),
    log: join(logs, 'gateway.log'),
  })

  const all = [gateway, ...bffs, ...platforms, nats]
  const remove = async () => {
    await Promise.all(all.map((node) => node.kill()))
    await place.own?.remove()
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true })
  }
  try {
    await nats.start()
    await Promise.all(platforms.map((node) => node.start()))
    await Promise.all(bffs.map((node) => node.start()))
    await gateway.start()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    url: gateway.url,
    gateway,
    bffs,
    platforms,
    nats,
    postgres: place.postgres,
    folder,
    dataDir,
    async stop() {
      await gateway.stop()
      await Promise.all(bffs.map((node) => node.stop()))
      for (const node of platforms) await node.stop()
      await nats.stop()
      await place.own?.stop('fast')
    },
    remove,
  }
}
