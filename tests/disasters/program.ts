import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '@minefall/platform'
import type { MatchId } from '@minefall/shared/game'
import { shardOfMatch } from '@minefall/shared/shards'
import { z } from 'zod'
import type { Cluster } from '../cluster/cluster.ts'
import type { Server } from '../harness/server.ts'
import { someone } from './table.ts'

/** A process that a disaster may meet. */
export type Node = {
  name: string
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** Starts it again as it was; resolves when it is ready. */
  start(): Promise<void>
  /** SIGSTOP and SIGCONT. */
  pause(): void
  resume(): void
  /** Whether it says that it may be sent work. */
  isReady(): Promise<boolean>
}

/** What runs: one process that is everything, or a cluster. */
export type Program = {
  /** Where players connect, and its port. */
  url: string
  port: number
  /** Those that own matches, and those that players' connections end at; in one process they are the same one. */
  platforms: readonly Node[]
  edges: readonly Node[]
  /** The bus; null where it is inside of the process. */
  bus: Node | null
  /** Where an embedded database is; empty where there is none. */
  databaseFolder: string
  /** Who owns a match now. */
  ownerOf(matchId: MatchId): Promise<Node>
  /** Starts what was killed where nothing is left to play on; elsewhere those who are left must manage on their own. */
  revive(): Promise<void>
  /** Starts whatever is down. */
  startAll(): Promise<void>
  /** Everything that all nodes have logged. */
  log(): Promise<string>
  /** Stops all in order. */
  stop(): Promise<void>
  remove(): Promise<void>
}

/** Knows whether a node is down, so that it can be started again. */
const watched = (node: Node) => {
  let isUp = true
  const kept: Node = {
    ...node,
    async kill() {
      isUp = false
      await node.kill()
    },
    async stop() {
      isUp = false
      return node.stop()
    },
    async start() {
      isUp = true
      await node.start()
    },
  }
  return { node: kept, startIfDown: async () => void (isUp || (await kept.start())) }
}

export const oneProcess = (server: Server): Program => {
  const { node, startIfDown } = watched({
    name: 'program',
    kill: server.kill,
    stop: server.stop,
    start: server.start,
    pause: () => void process.kill(server.pid(), 'SIGSTOP'),
    resume: () => void process.kill(server.pid(), 'SIGCONT'),
    isReady: async () => (await fetch(`${server.url}/readyz`)).ok,
  })
  return {
    url: server.url,
    port: server.port,
    platforms: [node],
    edges: [node],
    bus: null,
    databaseFolder: join(server.dataDir, 'database'),
    ownerOf: async () => node,
    revive: startIfDown,
    startAll: startIfDown,
    log: () => readFile(join(server.dataDir, 'logs', 'minefall.log'), 'utf8'),
    stop: async () => void (await server.stop()),
    async remove() {
      await server.kill()
      await server.remove()
    },
  }
}

const ownerSchema = z.tuple([z.object({ node: z.string() })])

/** `sql` reads whose the shards are past everything that is harmed. */
export const clusterProgram = (cluster: Cluster, sql: Sql): Program => {
  const platforms = cluster.platforms.map(watched)
  const edges = cluster.bffs.map(watched)
  const bus = watched(cluster.nats)
  const nodes = [bus, ...platforms, ...edges]
  return {
    url: cluster.url,
    port: Number(new URL(cluster.url).port),
    platforms: platforms.map(({ node }) => node),
    edges: edges.map(({ node }) => node),
    bus: bus.node,
    databaseFolder: '',
    async ownerOf(matchId) {
      const { rows } = await sql.query('select node from shard_lease where shard = $1', [
        shardOfMatch(matchId),
      ])
      const [{ node: name }] = ownerSchema.parse(rows)
      return someone(platforms.find(({ node }) => node.name === name)?.node, `node ${name}`)
    },
    revive: async () => {},
    async startAll() {
      for (const { startIfDown } of nodes) await startIfDown()
    },
    log: async () =>
      [...cluster.platforms, ...cluster.bffs]
        .flatMap(({ name, output }) =>
          output()
            .split('\n')
            .map((line) => `${name}: ${line}`),
        )
        .join('\n'),
    stop: cluster.stop,
    remove: cluster.remove,
  }
}
