import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { protocolVersion } from '@minefall/shared/contracts/live'
import type { LoadOptions } from './arguments.ts'
import { type Connection, connection } from './connection.ts'
import { dialByHand } from './link.ts'
import { beginMeasuring, type Figures, type Processes } from './measure.ts'
import { type Range, rangeOf } from './samples.ts'
import type { Side } from './sides.ts'
import { noteWrong, type Tally, wrongs } from './tally.ts'

/** What it costs players that many watch one of their matches on TV. Times in milliseconds. */
export type OnTv = {
  watchers: number
  /** Pictures a second that each watcher got. */
  picturesASecond: number
  /** From a click to its acknowledgement, 99 of 100, in each slice without and with those who watch. */
  without: number[]
  with: number[]
  /** The second to the first, pair by pair. */
  ratio: Range
  /** Shares of a core that the server used more with them, pair by pair. */
  cost: Range
}

/** Sockets that watch, or wait to. */
export type Audience = {
  watch(): void
  unwatch(): void
  /** Pictures that came to all of them. */
  pictures(): number
  leave(): void
}

/** What an acknowledgement answers makes no difference here. */
const anyAck = 0
const enteringAtOnce = 50
const enterWithinMs = 180_000
const lookMs = 50
/** Before a slice counts, everyone has the picture. */
const leadMs = 2_000

/** Connects those who are to watch, as guests who look at Home. */
export const openAudience = async (
  url: string,
  count: number,
  tally: Tally,
  tell: (line: string) => void,
): Promise<Audience> => {
  const dial = dialByHand(url)
  const sockets: Connection[] = []
  let up = 0
  let pictures = 0
  const open = () =>
    sockets.push(
      connection({
        dial,
        auth: {
          protocol: protocolVersion,
          deviceId: randomBytes(16).toString('hex'),
          tab: randomBytes(8).toString('hex'),
        },
        comesBack: false,
        events: {
          packet(packet) {
            if (packet.includes('"match.tv"')) pictures += 1
          },
          up() {
            up += 1
          },
          lost: (why) => noteWrong(tally, wrongs.disconnected, `a watcher: ${why}`),
        },
      }),
    )
  const until = performance.now() + enterWithinMs
  while (up < count) {
    while (sockets.length < count && sockets.length < up + enteringAtOnce) open()
    if (performance.now() > until) throw new Error(`${up} of ${count} watchers came in`)
    await setTimeout(lookMs)
  }
  tell(`${count} watchers are in`)
  const sendAll = (name: string) => {
    for (const socket of sockets) socket.send(anyAck, name, {})
  }
  return {
    watch: () => sendAll('tv.watch'),
    unwatch: () => sendAll('tv.unwatch'),
    pictures: () => pictures,
    leave() {
      for (const socket of sockets) socket.leave()
    },
  }
}

type OnTvRun = {
  side: Side
  audience: Audience
  processes: Processes
  /** Takes the figures of the slices that no one watches. */
  turns: Figures[]
  options: LoadOptions
  tell: (line: string) => void
}

/** Lets everyone play with no one watching and with all who do, in turn. */
export const measureOnTv = async (run: OnTvRun): Promise<OnTv> => {
  const { side, audience, processes, turns, options, tell } = run
  const watched: Figures[] = []
  let pictures = 0
  const slice = async (figures: Figures[]) => {
    await setTimeout(leadMs)
    const before = audience.pictures()
    const end = beginMeasuring(side.tally, processes)
    await setTimeout(options.seconds * 1_000)
    figures.push(end())
    return audience.pictures() - before
  }
  side.gate.open()
  for (let pair = 0; pair < options.pairs; pair += 1) {
    await slice(turns)
    audience.watch()
    const seen = await slice(watched)
    pictures += seen
    audience.unwatch()
    if (seen === 0) noteWrong(side.tally, wrongs.idle, 'no picture came to those who watch')
    const [without, withThem] = [turns[pair], watched[pair]]
    tell(
      `pair ${pair + 1} of ${options.pairs}: p99 ${without?.toAck.p99.toFixed(1)} ms without, ${withThem?.toAck.p99.toFixed(1)} ms with ${options.watchers} watchers`,
    )
  }
  const pairs = watched.map((withThem, pair) => ({ withThem, without: turns[pair] ?? withThem }))
  return {
    watchers: options.watchers,
    picturesASecond: pictures / options.watchers / options.pairs / options.seconds,
    without: pairs.map(({ without }) => without.toAck.p99),
    with: pairs.map(({ withThem }) => withThem.toAck.p99),
    ratio: rangeOf(pairs.map(({ without, withThem }) => withThem.toAck.p99 / without.toAck.p99)),
    cost: rangeOf(pairs.map(({ without, withThem }) => withThem.serverBusy - without.serverBusy)),
  }
}
