import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { openDesk } from '../harness/desk.ts'
import type { LoadOptions } from './arguments.ts'
import { type Child, startChild } from './child.ts'
import { type Desk, openLiveDesk } from './desk.ts'
import { measureSlice, newMeasured, type Processes } from './measure.ts'
import type { Memory } from './probe.ts'
import { apart, type Beside, isTold } from './processor.ts'
import { figuresOf, type Report, wrongsOf } from './report.ts'
import { programs } from './repository.ts'
import { loadTable, raisedSettings, type Server, startServer } from './server.ts'
import { baselineSide, ourSide, type Side } from './sides.ts'
import { measureWatched } from './watching.ts'

/** Ours and the baseline take turns of this length, so that what the machine does meanwhile meets both. */
const sliceSeconds = 5

/** A side, where it plays and what was measured of it. */
type Place = {
  name: string
  side: Side
  child: Child | null
  processes: Processes
  measured: ReturnType<typeof newMeasured>
  memory: Memory | null
}

const placeOf = (name: string, side: Side, child: Child | null, database: number | null): Place => ({
  name,
  side,
  child,
  processes: { server: child?.pid ?? null, database },
  measured: newMeasured(),
  memory: null,
})

/** Where a run's profile is written. */
export const profileFile = (folder: string): string => join(resolve(folder), 'server.cpuprofile')

/** Files besides sockets that a process of ours has open. */
const otherFiles = 200

const refuseTooManySockets = (sockets: number) => {
  let limits = ''
  try {
    limits = readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return
  }
  const [, allowed] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  if (allowed !== undefined && sockets + otherFiles > Number(allowed))
    throw new Error(`${sockets} sockets need more open files than the ${allowed} allowed; raise ulimit -n.`)
}

const trialTable = 'mines-trial'
const listed = z.object({ data: z.array(z.object({ gameId: z.string() })) })

/** The table to play: the load's own where the server has it. */
const tableAt = async (url: string, { asShipped }: LoadOptions): Promise<string> => {
  if (asShipped) return trialTable
  const { data } = listed.parse(await (await fetch(`${url}/api/game/list`)).json())
  return data.some(({ gameId }) => gameId === loadTable) ? loadTable : trialTable
}

const enter = async (place: Place, tell: (line: string) => void) => {
  const { side, child, name } = place
  const before = await child?.memory()
  let told = 0
  await side.enter((sockets) => {
    if (performance.now() - told < 1000) return
    told = performance.now()
    tell(`${name}: ${sockets} of ${side.sockets} sockets seated`)
  })
  const after = await child?.memory()
  if (before && after)
    place.memory = {
      heap: (after.heap - before.heap) / side.sockets,
      resident: (after.resident - before.resident) / side.sockets,
    }
}

const measure = async (places: Place[], options: LoadOptions, tell: (line: string) => void) => {
  const { seconds, clicks } = options
  const isEnough = ({ side, measured }: Place) =>
    measured.seconds >= seconds || side.tally.clicks >= clicks || side.lost() === side.sockets
  const slice = places.length === 1 ? seconds : Math.min(sliceSeconds, seconds)
  while (!places.every(isEnough)) {
    for (const { name, side, processes, measured } of places) {
      let last = side.tally.clicks
      const progress = () => {
        const { tally } = side
        tell(`${name}: ${tally.clicks - last} clicks/s, ${tally.wrong.size === 0 ? 'all well' : 'WRONG'}`)
        last = tally.clicks
      }
      await measureSlice({ side, processes, measured, seconds: slice, progress }, options)
    }
  }
}

/** One whole run; `tell` gets a line each second. */
export const runLoad = async (options: LoadOptions, tell: (line: string) => void): Promise<Report> => {
  refuseTooManySockets(5 * options.matches * (options.baseline ? 2 : 1))
  const { started, cores } = await apart((beside) => startServers(options, beside))
  return playAt(started, cores, options, tell)
}

type Started = { server: Server | null; bare: Child | null }

const startServers = async (options: LoadOptions, beside: Beside): Promise<Started> => {
  const bare = options.baseline ? await startChild(programs.baseline, {}) : null
  try {
    return { server: options.url === null ? await startServer(options, beside) : null, bare }
  } catch (error) {
    await bare?.stop()
    throw error
  }
}

const playAt = async (
  { server, bare }: Started,
  cores: string,
  options: LoadOptions,
  tell: (line: string) => void,
): Promise<Report> => {
  const url = server?.child.url ?? options.url ?? ''
  const places: Place[] = []
  let desk: Desk | null = null
  try {
    const ours = placeOf(
      'minefall',
      ourSide(url, await tableAt(url, options), options),
      server?.child ?? null,
      server?.databasePid ?? null,
    )
    places.push(ours)
    const baseline = bare && placeOf('baseline', baselineSide(bare.url, options), bare, null)
    if (baseline) places.push(baseline)
    for (const place of places) await enter(place, tell)
    if (options.profile !== null) await server?.child.startProfile()
    if (server?.staff) desk = await openLiveDesk(url, (await openDesk(url, server.staff)).token)
    const watching = desk && (await measureWatched({ ...ours, desk, options, tell }))
    if (!watching) await measure(places, options, tell)
    if (options.profile !== null) await server?.child.endProfile(profileFile(options.profile))
    const figures = (place: Place) =>
      figuresOf(place.side.tally, place.measured, place.memory, isTold && place.child !== null)
    const report = { ours: figures(ours), baseline: baseline && figures(baseline) }
    return {
      options,
      cores,
      raised: options.url === null ? raisedSettings(options) : {},
      ...report,
      watching,
      ratio: report.baseline && report.ours.clicksASecond / report.baseline.clicksASecond,
      wrong: wrongsOf(places.map(({ side }) => side.tally)),
    }
  } finally {
    desk?.close()
    for (const { side } of places) side.leave()
    await bare?.stop()
    await server?.stop()
  }
}
