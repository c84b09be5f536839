import { setTimeout as delay } from 'node:timers/promises'
import type { HarmName } from '../arguments.ts'
import { type Desk, openLiveDesk } from '../desk.ts'
import type { PlayersSide } from '../sides.ts'
import { lostToClock } from './aftermath.ts'
import { gapsOf, pausesOf, returnsOf, type Spread, spreadOf, waitsOf } from './felt.ts'
import { harms } from './harms.ts'
import type { Notebook } from './notes.ts'
import type { LoadedCluster } from './start.ts'

/** What a harm did to play. Times are in milliseconds. */
export type Felt = {
  name: HarmName
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
  /** From the harm until whoever lost a connection by it was back with the match resumed. */
  back: Spread
  /** When players were told that play stands still, and that it goes on. */
  paused: { told: Spread; over: Spread }
  /** When the desk was right again: everybody shown as connected, nobody at what is gone. Null where it was not looked at. */
  deskMs: number | null
  /** Turns that the clock ended meanwhile. */
  turnsLost: number
}

/** What of it may not be, a sentence each. */
export const faultsOf = ({ title, stuck, back, deskMs }: Felt): string[] => [
  ...(stuck > 0 ? [`${title}: ${stuck} matches stand still`] : []),
  ...(back.max === Number.POSITIVE_INFINITY ? [`${title}: not all players came back to their matches`] : []),
  ...(deskMs === Number.POSITIVE_INFINITY
    ? [`${title}: the desk is not right after ${deskWithinMs / 1_000} s`]
    : []),
]

const calmMs = 5_000
/** Longer than any gap that is no fault: whoever had clicked already thinks about the next one first. */
const afterMs = (thinkMs: number) => Math.max(6_000, 2_000 + 2 * thinkMs)
const lookMs = 50
const deskWithinMs = 20_000

/** A desk at a BFF that the harm does not hit, and how long it takes to be right again. */
const watchDesk = async (desk: Desk, { cluster }: LoadedCluster, sockets: number, since: number) => {
  const gone = first(cluster.bffs)?.name
  const isRight = () => {
    const open = [...desk.rows.values()].filter(({ state }) => state !== 'lost')
    // A BFF's name on the bus is that of its settings and of this start of it.
    return open.length === sockets && open.every(({ edge }) => gone && !edge.startsWith(gone))
  }
  while (!isRight()) {
    if (performance.now() - since > deskWithinMs) return Number.POSITIVE_INFINITY
    await delay(lookMs)
  }
  return performance.now() - since
}

const first = <T>(all: readonly T[]): T | undefined => all[0]

export type Harmed = {
  loaded: LoadedCluster
  side: PlayersSide
  notes: Notebook
  /** How long people think on average. */
  thinkMs: number
  /** A token of the desk; null leaves the desk alone. */
  deskToken: string | null
}

/** Lets everybody play, does the harm, and tells what was felt of it once all is well again. */
export const doHarm = async (name: HarmName, harmed: Harmed): Promise<Felt> => {
  const { loaded, side, notes, thinkMs, deskToken } = harmed
  const { title, affects, act, mend, hurries } = harms[name]
  const survivor = loaded.cluster.bffs.at(-1)
  const desk =
    name === 'bff' && deskToken !== null && survivor ? await openLiveDesk(survivor.url, deskToken) : null
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
    name,
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
