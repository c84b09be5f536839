import { setTimeout as delay } from 'node:timers/promises'
import type { MatchId } from '@minefall/shared/game'
import { shardOfMatch } from '@minefall/shared/shards'
import { z } from 'zod'
import type { HarmName } from '../arguments.ts'
import type { LoadedCluster } from './start.ts'

/** Something that is done to a cluster. */
export type Harm = {
  title: string
  /** Which of the matches being played it is to be felt in; asked before it is done. */
  affects(loaded: LoadedCluster, playing: readonly MatchId[]): Promise<MatchId[]>
  /** Does it; resolves when it is done, or what was harmed is there again. Tells of each step that has several. */
  act(loaded: LoadedCluster, step: (name: string) => void): Promise<void>
  /** Brings back what did not come back by itself. */
  mend(loaded: LoadedCluster): Promise<void>
  /** Whether everybody whose turn it is clicks as it begins, so that the gap is the cluster's alone. */
  hurries: boolean
}

const leasesSchema = z.array(z.object({ node: z.string(), shard: z.int() }))

export const leasesOf = async ({ sql }: LoadedCluster) =>
  leasesSchema.parse((await sql.query('select node, shard from shard_lease')).rows)

const lookMs = 50
const patienceMs = 30_000

/** Waits until every platform node that runs has its share of the shards. */
export const balanced = async (loaded: LoadedCluster): Promise<void> => {
  const nodes = loaded.cluster.platforms.map(({ name }) => name)
  const most = Math.ceil(64 / nodes.length)
  for (const since = performance.now(); performance.now() - since < patienceMs; await delay(lookMs)) {
    const leases = await leasesOf(loaded)
    const shares = nodes.map((node) => leases.filter((lease) => lease.node === node).length)
    if (leases.length === 64 && shares.every((share) => share > 0 && share <= most)) return
  }
  throw new Error(`the shards are not shared out within ${patienceMs / 1_000} s`)
}

const everyMatch: Harm['affects'] = async (_loaded, playing) => [...playing]
const nothing = async () => {}

const first = <T>(all: readonly T[], what: string): T => {
  const [one] = all
  if (one === undefined) throw new Error(`there is no ${what}`)
  return one
}

const busAwayMs = 10_000

export const harms: Record<HarmName, Harm> = {
  owner: {
    title: 'SIGKILL of a platform node',
    async affects(loaded, playing) {
      const { name } = first(loaded.cluster.platforms, 'platform node')
      const own = new Set(
        (await leasesOf(loaded)).flatMap(({ node, shard }) => (node === name ? [shard] : [])),
      )
      return playing.filter((matchId) => own.has(shardOfMatch(matchId)))
    },
    act: ({ cluster }) => first(cluster.platforms, 'platform node').kill(),
    async mend(loaded) {
      await first(loaded.cluster.platforms, 'platform node').start()
      await balanced(loaded)
    },
    hurries: true,
  },
  bff: {
    title: 'SIGKILL of a BFF',
    affects: everyMatch,
    act: ({ cluster }) => first(cluster.bffs, 'BFF').kill(),
    mend: ({ cluster }) => first(cluster.bffs, 'BFF').start(),
    hurries: true,
  },
  nats: {
    title: `NATS away for ${busAwayMs / 1_000} s`,
    affects: everyMatch,
    async act({ cluster }) {
      await cluster.nats.kill()
      await delay(busAwayMs)
      await cluster.nats.start()
    },
    mend: nothing,
    hurries: true,
  },
  postgres: {
    title: 'PostgreSQL ended as by a crash, and started again',
    affects: everyMatch,
    async act({ postgres }) {
      await postgres.stop('immediate')
      await postgres.start()
    },
    mend: nothing,
    hurries: true,
  },
  rolling: {
    title: 'All platform nodes and BFFs restarted one after another',
    affects: everyMatch,
    async act(loaded, step) {
      const { platforms, bffs } = loaded.cluster
      for (const node of [...platforms, ...bffs]) {
        step(`${node.name} stops`)
        await node.stop()
        step(`${node.name} starts`)
        await node.start()
        await balanced(loaded)
      }
    },
    mend: nothing,
    hurries: false,
  },
}
