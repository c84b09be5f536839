import { setTimeout as delay } from 'node:timers/promises'
import type { Sql } from '@minefall/platform'
import type { MatchId } from '@minefall/shared/game'
import { shardOfMatch } from '@minefall/shared/shards'
import { z } from 'zod'
import type { HarmName } from '../arguments.ts'
import { type Desk, openLiveDesk } from '../desk.ts'
import type { PlayersSide } from '../sides.ts'
import { lostToClock } from './aftermath.ts'
import { gapsOf, type Notebook, pausesOf, returnsOf, type Spread, spreadOf, waitsOf } from './felt.ts'
import type { LoadedCluster } from './start.ts'

/** What every cluster has that harm may be done to, whether of processes or of containers. */
export type Harmable = {
  cluster: { platforms: readonly { name: string }[]; bffs: readonly { name: string; url: string }[] }
  sql: Sql
}

/** Something that is done to a cluster. */
export type Harm<C extends Harmable = LoadedCluster> = {
  title: string
  /** Which of the matches being played it is to be felt in; asked before it is done. */
  affects(loaded: C, playing: readonly MatchId[]): Promise<MatchId[]>
  /** Does it; resolves when it is done, or what was harmed is there again. Tells of each step that has several. */
  act(loaded: C, step: (name: string) => void): Promise<void>
  /** Brings back what did not come back on its own. */
  mend(loaded: C): Promise<void>
  /** Whether everyone whose turn it is clicks as it begins, so that the gap is the cluster's alone. */
  hurries: boolean
}

const ownersSchema = z.array(z.object({ node: z.string(), shard: z.int() }))

const ownersOf = async ({ sql }: Harmable) =>
  ownersSchema.parse((await sql.query('select node, shard from shard_lease')).rows)

const lookMs = 50
const balancedWithinMs = 30_000

/** Waits until every platform node that runs has its share of the shards. */
export const balanced = async (loaded: Harmable): Promise<void> => {
  const nodes = loaded.cluster.platforms.map(({ name }) => name)
  const most = Math.ceil(64 / nodes.length)
  for (const since = performance.now(); performance.now() - since < balancedWithinMs; await delay(lookMs)) {
    const owners = await ownersOf(loaded)
    const shares = nodes.map((node) => owners.filter((owner) => owner.node === node).length)
    if (owners.length === 64 && shares.every((share) => share > 0 && share <= most)) return
  }
  throw new Error(`the shards are not shared out within ${balancedWithinMs / 1_000} s`)
}

export const everyMatch: Harm<Harmable>['affects'] = async (_loaded, playing) => [...playing]

/** The matches that a platform node runs. */
export const matchesOf =
  (name: string): Harm<Harmable>['affects'] =>
  async (loaded, playing) => {
    const own = new Set((await ownersOf(loaded)).flatMap(({ node, shard }) => (node === name ? [shard] : [])))
    return playing.filter((matchId) => own.has(shardOfMatch(matchId)))
  }

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
    affects: (loaded, playing) =>
      matchesOf(first(loaded.cluster.platforms, 'platform node').name)(loaded, playing),
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

/** What a harm did to play. Times are in milliseconds. */
export type Felt = {
  title: string
  /** How long it took to do, until what was harmed was there again. */
  lasted: number
  /** From the harm to the next accepted click of each match that it hit. */
  gap: Spread
  /** Matches that it hit and in which nothing was accepted any more. */
  stuck: number
  /** From sending to acknowledgement: in the seconds before, and from the harm on until all is well again. */
  before: Spread
  during: Spread
  /** The same for each step of a harm that has several. */
  steps: { name: string; waits: Spread }[]
  /** From the harm until a player who lost a connection by it was back with the match resumed. */
  back: Spread
  /** When players learned that play is paused, and that it goes on. */
  paused: { told: Spread; over: Spread }
  /** When the desk was right again: everyone shown as connected, no one at what is gone. Null where it was not looked at. */
  deskMs: number | null
  /** Turns that the clock ended in the meantime. */
  turnsLost: number
}

/** What of it may not be, a sentence each. */
export const faultsOf = ({ title, stuck, back, deskMs }: Felt): string[] => [
  ...(stuck > 0 ? [`${title}: ${stuck} matches are stuck`] : []),
  ...(back.max === Number.POSITIVE_INFINITY ? [`${title}: not all players came back to their matches`] : []),
  ...(deskMs === Number.POSITIVE_INFINITY
    ? [`${title}: the desk is not right after ${deskWithinMs / 1_000} s`]
    : []),
]

const calmMs = 5_000
/** Longer than any gap that is no fault: anyone who had clicked already thinks about the next one first. */
const afterMs = (thinkMs: number) => Math.max(6_000, 2_000 + 2 * thinkMs)
const deskWithinMs = 20_000

/** A desk at a BFF that the harm does not hit, and how long it takes to be right again. */
const watchDesk = async (desk: Desk, { cluster }: Harmable, sockets: number, since: number) => {
  const [gone] = cluster.bffs
  const isRight = () => {
    const open = [...desk.rows.values()].filter(({ state }) => state !== 'lost')
    // A BFF's name on the bus is that of its settings and of this start of it.
    return open.length === sockets && open.every(({ edge }) => gone && !edge.startsWith(gone.name))
  }
  while (!isRight()) {
    if (performance.now() - since > deskWithinMs) return Number.POSITIVE_INFINITY
    await delay(lookMs)
  }
  return performance.now() - since
}

export type Harmed<C extends Harmable = LoadedCluster> = {
  loaded: C
  side: PlayersSide
  notes: Notebook
  /** How long people think on average. */
  thinkMs: number
  /** A token of the desk; null leaves the desk alone. */
  deskToken: string | null
}

/** Lets everyone play, does the harm, and tells what was felt of it once all is well again. */
export const feel = async <C extends Harmable>(harm: Harm<C>, harmed: Harmed<C>): Promise<Felt> => {
  const { loaded, side, notes, thinkMs, deskToken } = harmed
  const { title, affects, act, mend, hurries } = harm
  const survivor = loaded.cluster.bffs.at(-1)
  const desk = deskToken !== null && survivor ? await openLiveDesk(survivor.url, deskToken) : null
  await desk?.watch()
  notes.clear()
  const calmAt = performance.now()
  await delay(calmMs)
  const { turns } = await lostToClock(loaded.sql)
  const affected = await affects(loaded, side.playing())
  const harmedAt = performance.now()
  const steps: { name: string; from: number }[] = []
  const acting = act(loaded, (step) => steps.push({ name: step, from: performance.now() }))
  if (hurries) side.hurry()
  const deskRight = desk ? watchDesk(desk, loaded, side.sockets, harmedAt) : null
  await acting
  const lasted = performance.now() - harmedAt
  await delay(afterMs(thinkMs))
  const deskMs = await deskRight
  desk?.close()
  const gaps = [...gapsOf(affected, notes.clicks, harmedAt).entries()]
  const stillPlaying = new Set(side.playing())
  const stuck = gaps.filter(([matchId, gap]) => gap === Number.POSITIVE_INFINITY && stillPlaying.has(matchId))
  const { told, over } = pausesOf(notes, harmedAt)
  const felt = {
    title,
    lasted,
    gap: spreadOf(gaps.flatMap(([, gap]) => (gap === Number.POSITIVE_INFINITY ? [] : [gap]))),
    stuck: stuck.length,
    before: spreadOf(waitsOf(notes.clicks, calmAt, harmedAt)),
    during: spreadOf(waitsOf(notes.clicks, harmedAt, performance.now())),
    steps: steps.map(({ name, from }, index) => ({
      name,
      waits: spreadOf(waitsOf(notes.clicks, from, steps[index + 1]?.from ?? performance.now())),
    })),
    back: spreadOf(returnsOf(notes, harmedAt)),
    paused: { told: spreadOf(told), over: spreadOf(over) },
    deskMs,
    turnsLost: (await lostToClock(loaded.sql)).turns - turns,
  }
  await mend(loaded)
  return felt
}

/** Does one of the known harms to a cluster of processes. The desk is looked at where a BFF goes. */
export const doHarm = async (name: HarmName, harmed: Harmed): Promise<Felt & { name: HarmName }> => {
  const deskToken = name === 'bff' ? harmed.deskToken : null
  return { name, ...(await feel(harms[name], { ...harmed, deskToken })) }
}
