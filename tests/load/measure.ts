import { setTimeout } from 'node:timers/promises'
import type { LoadOptions } from './arguments.ts'
import { familySecondsOf, mainThreadSecondsOf, secondsOf } from './processor.ts'
import type { Side } from './sides.ts'
import { noteWrong, wrongs } from './tally.ts'

/** Seconds of processor time, by who used them. */
export type Processor = { server: number; mainThread: number; database: number; load: number }
/** What was measured of one side, besides its tally. */
export type Measured = { seconds: number; processor: Processor }

export type Processes = { server: number | null; database: number | null }

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

export const newMeasured = (): Measured => ({
  seconds: 0,
  processor: { server: 0, mainThread: 0, database: 0, load: 0 },
})

/** Adds so many seconds, at whose begin and end so much had been used. */
export const addMeasured = (
  measured: Measured,
  seconds: number,
  before: Processor,
  after: Processor,
): void => {
  measured.seconds += seconds
  for (const name of ['server', 'mainThread', 'database', 'load'] as const)
    measured.processor[name] += after[name] - before[name]
}

/** Before a slice counts: matches that all begin at once fall out of step, the server's code gets warm. */
const leadMs = { first: 1_000, later: 500 }
const tickMs = 50
/** Clicks that are not acknowledged so long after the last one never will be. */
const settleMs = 60_000

export type Slice = {
  side: Side
  processes: Processes
  /** Adds up over the slices. */
  measured: Measured
  seconds: number
  /** Told each second. */
  progress: () => void
}

/** Lets one side play for a while and measures it, until the time is up or enough was clicked. */
export const measureSlice = async (slice: Slice, { thinkMs, clicks }: LoadOptions): Promise<void> => {
  const { side, processes, measured, seconds, progress } = slice
  const { tally, gate } = side
  gate.open()
  await setTimeout((measured.seconds === 0 ? leadMs.first : leadMs.later) + 2 * thinkMs)
  const before = processorUsed(processes)
  const since = performance.now()
  let told = since
  tally.measuring = true
  while (performance.now() - since < seconds * 1000 && tally.clicks < clicks && side.lost() < side.sockets) {
    await setTimeout(tickMs)
    if (performance.now() - told < 1000) continue
    told += 1000
    progress()
  }
  tally.measuring = false
  addMeasured(measured, (performance.now() - since) / 1000, before, processorUsed(processes))
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
