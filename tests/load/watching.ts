import { setTimeout } from 'node:timers/promises'
import type { LoadOptions } from './arguments.ts'
import type { Desk } from './desk.ts'
import { beginMeasuring, type Figures, type Processes, processorUsed } from './measure.ts'
import { rangeOf } from './samples.ts'
import type { Side } from './sides.ts'
import { noteWrong, wrongs } from './tally.ts'

/** What a desk that watches costs the server, and how quickly it sees. Shares of a core, milliseconds. */
export type Watching = {
  /** The server's processor time in each slice, without and with a desk that watches, as they took turns. */
  without: number[]
  with: number[]
  /** The median of what each pair differs by. */
  cost: number
  /** Rows told in a second. */
  rowsASecond: number
  /** From the moment a socket fell silent, or was ended, to its row's state at the desk: the slowest of them. */
  silentSeenMs: number
  endedSeenMs: number
}

/** Rows are reported for six seconds after the last desk has gone. */
const unwatchedMs = 7_000
/** Before anything counts: matches that all begin at once fall out of step, the server's code gets warm. */
const leadMs = 5_000
/** Of all sockets a fifth fall silent at the end, and a fifth leave, but no more than this. */
const troubledAtMost = 20
const seenWithinMs = 20_000
const lookMs = 20

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

export type WatchedRun = {
  side: Side
  desk: Desk
  processes: Processes
  /** Takes the figures of the whole. */
  turns: Figures[]
  options: LoadOptions
  tell: (line: string) => void
}

const countStates = ({ rows }: Desk) => {
  const counts = new Map<string, number>()
  for (const { state } of rows.values()) counts.set(state, (counts.get(state) ?? 0) + 1)
  return counts
}

const describe = (desk: Desk) =>
  `${desk.rows.size} rows: ${[...countStates(desk)].map(([state, count]) => `${count} ${state}`).join(', ')}`

/** Notes what a desk learns that is not so, while everyone is connected. */
const checkRows = ({ side, desk }: WatchedRun) => {
  const { tally, sockets } = side
  const open = [...desk.rows.values()].filter(({ state }) => state !== 'lost')
  if (desk.rows.size !== sockets || open.length !== sockets)
    noteWrong(tally, wrongs.rows, `${sockets} are connected, the desk says ${describe(desk)}`)
  const following = open.filter(({ matches }) => matches.some(({ seat }) => seat !== null)).length
  if (following < sockets * 0.9)
    noteWrong(tally, wrongs.rows, `${following} of ${sockets} follow a match with a seat`)
  const named = open.filter(({ roundTripMs, edge }) => roundTripMs !== null && edge !== '').length
  if (named < sockets * 0.9) noteWrong(tally, wrongs.rows, `${named} of ${sockets} have a round trip`)
  const totals = desk.totals()
  if (!totals || totals.live + totals.lagging + totals.resuming !== sockets)
    noteWrong(tally, wrongs.rows, `the totals say ${JSON.stringify(totals)}`)
  if (!desk.nodes().every(({ reports }) => reports) || desk.nodes().length !== 1)
    noteWrong(tally, wrongs.rows, `the nodes are ${JSON.stringify(desk.nodes())}`)
}

/** Until so many rows are lost for this cause; how long that took. */
const seeLost = async ({ side, desk }: WatchedRun, cause: string, count: number): Promise<number> => {
  const lost = () =>
    [...desk.rows.values()].filter((row) => row.state === 'lost' && row.cause === cause).length
  const since = performance.now()
  while (lost() !== count) {
    if (performance.now() - since > seenWithinMs) {
      noteWrong(side.tally, wrongs.rows, `${count} are lost as ${cause}, the desk says ${describe(desk)}`)
      break
    }
    await setTimeout(lookMs)
  }
  return performance.now() - since
}

/** Lets everyone play with no one watching and with a desk that does, in turn; then some fall silent, and some leave. */
export const measureWatched = async (run: WatchedRun): Promise<Watching> => {
  const { side, desk, processes, turns, options, tell } = run
  const { tally, gate } = side
  const shares = { without: [] as number[], with: [] as number[] }
  let told = 0
  const slice = async (how: 'without' | 'with') => {
    const [before, since, toldBefore] = [processorUsed(processes), performance.now(), desk.told()]
    await setTimeout(options.seconds * 1_000)
    const [after, seconds] = [processorUsed(processes), (performance.now() - since) / 1_000]
    shares[how].push((after.server - before.server) / seconds)
    told += desk.told() - toldBefore
  }
  gate.open()
  await setTimeout(leadMs)
  const end = beginMeasuring(tally, processes)
  for (let pair = 0; pair < options.pairs; pair += 1) {
    await slice('without')
    await desk.watch()
    await slice('with')
    checkRows(run)
    await desk.unwatch()
    const [without = 0, withDesk = 0] = [shares.without[pair], shares.with[pair]]
    tell(
      `pair ${pair + 1} of ${options.pairs}: ${percent(without)} of a core without a desk, ${percent(withDesk)} with one`,
    )
    await setTimeout(unwatchedMs)
  }
  turns.push(end())
  await desk.watch()
  const troubled = Math.min(troubledAtMost, Math.floor(side.sockets / 5))
  side.silence(troubled)
  const silentSeenMs = await seeLost(run, 'silent', troubled)
  side.lose(troubled)
  const endedSeenMs = await seeLost(run, 'closed', troubled)
  return {
    ...shares,
    cost: rangeOf(shares.with.map((share, pair) => share - (shares.without[pair] ?? Number.NaN))).median,
    rowsASecond: told / (options.pairs * options.seconds),
    silentSeenMs,
    endedSeenMs,
  }
}
