import { setTimeout } from 'node:timers/promises'
import type { LoadOptions } from './arguments.ts'
import { familySecondsOf, mainThreadSecondsOf, secondsOf } from './processor.ts'
import type { Samples } from './samples.ts'
import type { Side } from './sides.ts'
import { noteWrong, restartTally, type Tally, wrongs } from './tally.ts'

/** Seconds of processor time, by who used them. */
export type Processor = { server: number; mainThread: number; database: number; load: number }

/** Whose time counts; null for what runs elsewhere, or not at all. */
export type Processes = { server: number | null; database: number | null }

/** What one side did while it was measured. Times in milliseconds, processor time in seconds, sizes in bytes. */
export type Figures = {
  seconds: number
  clicks: number
  clicksASecond: number
  toAll: { p50: number; p99: number; max: number }
  toAck: { p50: number; p99: number; max: number }
  bytesADelivery: number
  matchesEnded: number
  /** Processor seconds for 1,000 clicks. */
  processor: Omit<Processor, 'load'>
  /** Shares of a core that the server and the load itself used. */
  serverBusy: number
  loadBusy: number
}

const quantilesOf = ({ quantile }: Samples) => ({ p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) })

/** What has been used so far. */
export const processorUsed = ({ server, database }: Processes): Processor => {
  const { user, system } = process.cpuUsage()
  return {
    server: server === null ? 0 : secondsOf(server),
    mainThread: server === null ? 0 : mainThreadSecondsOf(server),
    database: database === null ? 0 : familySecondsOf(database),
    load: (user + system) / 1e6,
  }
}

/** Begins to measure; the figures are those of the time until the answer is called. */
export const beginMeasuring = (tally: Tally, processes: Processes): (() => Figures) => {
  restartTally(tally)
  const before = processorUsed(processes)
  const since = performance.now()
  tally.measuring = true
  return () => {
    tally.measuring = false
    const seconds = (performance.now() - since) / 1_000
    const after = processorUsed(processes)
    const { clicks, toAll, toAck, deliveries, deliveredBytes, ended } = tally
    const aThousand = (name: keyof Processor) => ((after[name] - before[name]) * 1_000) / clicks
    return {
      seconds,
      clicks,
      clicksASecond: clicks / seconds,
      toAll: quantilesOf(toAll),
      toAck: quantilesOf(toAck),
      bytesADelivery: deliveredBytes / deliveries,
      matchesEnded: ended,
      processor: {
        server: aThousand('server'),
        mainThread: aThousand('mainThread'),
        database: aThousand('database'),
      },
      serverBusy: (after.server - before.server) / seconds,
      loadBusy: (after.load - before.load) / seconds,
    }
  }
}

/** Before a turn counts: matches that all begin at once fall out of step, the server's code gets warm. */
const leadMs = { first: 1_000, later: 500 }
/** Pings of a connection come quickly at first, and what seating left behind is collected. */
const idleLeadMs = 10_000
const tickMs = 50
/** Clicks that are not acknowledged so long after the last one never will be. */
const settleMs = 60_000

/** A side that is measured, where it plays. */
export type Place = { name: string; side: Side; processes: Processes; turns: Figures[] }

/** Measures everyone at once, so many times: no one moves, and no one is in another's way. */
export const measureIdle = async (
  places: readonly Place[],
  { pairs, seconds }: LoadOptions,
  tell: (line: string) => void,
): Promise<void> => {
  await setTimeout(idleLeadMs)
  for (let pair = 0; pair < pairs; pair += 1) {
    const ends = places.map(({ side, processes }) => beginMeasuring(side.tally, processes))
    await setTimeout(seconds * 1_000)
    ends.forEach((end, index) => {
      const place = places[index]
      const figures = end()
      place?.turns.push(figures)
      tell(`${place?.name}: ${(100 * figures.serverBusy).toFixed(1)} % of a core`)
    })
  }
}

/** Lets the sides play in turn, so many times, so that what the machine does in the meantime meets all of them. */
export const measureInTurn = async (
  places: readonly Place[],
  options: LoadOptions,
  tell: (line: string) => void,
): Promise<void> => {
  for (let pair = 0; pair < options.pairs; pair += 1)
    for (const place of places)
      if (place.side.lost() < place.side.sockets) await playTurn(place, options, tell)
}

/** Lets one side play for a while and measures it, until the time is up or enough was clicked. */
const playTurn = async (
  { name, side, processes, turns }: Place,
  { thinkMs, clicks, seconds }: LoadOptions,
  tell: (line: string) => void,
) => {
  const { tally, gate } = side
  gate.open()
  await setTimeout((turns.length === 0 ? leadMs.first : leadMs.later) + 2 * thinkMs)
  const end = beginMeasuring(tally, processes)
  const since = performance.now()
  let [told, last] = [since, 0]
  while (performance.now() - since < seconds * 1_000 && tally.clicks < clicks && side.lost() < side.sockets) {
    await setTimeout(tickMs)
    if (performance.now() - told < 1_000) continue
    tell(`${name}: ${tally.clicks - last} clicks/s, ${tally.wrong.size === 0 ? 'all well' : 'WRONG'}`)
    told += 1_000
    last = tally.clicks
  }
  turns.push(end())
  if (tally.clicks === 0) noteWrong(tally, wrongs.idle, 'nothing was measured')
  gate.shut()
  await settle(side)
}

const settle = async (side: Side) => {
  for (const since = performance.now(); side.waiting() > 0; await setTimeout(tickMs)) {
    if (performance.now() - since < settleMs) continue
    noteWrong(side.tally, wrongs.unanswered, `${side.waiting()} clicks after ${settleMs / 1000} s`)
    return
  }
}
