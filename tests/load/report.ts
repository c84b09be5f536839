import type { BaselineName, LoadOptions } from './arguments.ts'
import type { Figures } from './measure.ts'
import type { Memory, Pauses } from './probe.ts'
import { quantileOf, type Range, rangeOf } from './samples.ts'
import type { Tally, Wrong } from './tally.ts'
import type { OnTv } from './tv.ts'
import { percent, type Watching } from './watching.ts'

/** The figures of one side over its turns: times in milliseconds, processor time in seconds, sizes in bytes. */
export type Summary = {
  turns: number
  seconds: number
  clicks: number
  matchesEnded: number
  clicksASecond: Range
  toAll: { p50: Range; p99: Range; max: Range }
  toAck: { p50: Range; p99: Range }
  bytesADelivery: Range
  /** Processor seconds for 1,000 clicks; null where that can't be told, as of a server elsewhere. */
  processor: { server: Range; mainThread: Range; database: Range } | null
  /** Shares of a core. */
  serverBusy: Range | null
  loadBusy: Range
  /** What a seated socket takes; null for a server that runs elsewhere. */
  memory: Memory | null
  /** Runs of the server's garbage collector in all turns, and how long they stopped it; null for one that runs elsewhere. */
  collector: { runs: number; allMs: number; p99: number; max: number } | null
}

const collectorOf = (pauses: Pauses): Summary['collector'] => {
  const ascending = Float64Array.from(pauses).sort()
  return {
    runs: pauses.length,
    allMs: ascending.reduce((all, ms) => all + ms, 0),
    p99: quantileOf(ascending, 0.99),
    max: quantileOf(ascending, 1),
  }
}

/** Ours to a baseline's, pair by pair in the same run. */
export type Ratios = {
  /** The server's processor time for a click; null where that can't be told. */
  processor: Range | null
  clicksASecond: Range
}

/** What may be played in turn with ours: a baseline, or ours by guests. */
export type Rival = BaselineName | 'guests'

export type Report = {
  options: LoadOptions
  cores: string
  raised: Record<string, string>
  ours: Summary
  /** What was played in turn with ours, and ours to it; no ratios where no one clicks. */
  baselines: { name: Rival; summary: Summary; ratios: Ratios | null }[]
  /** Seats that were judged while ours was played; null where guests played. */
  judged: number | null
  /** What a desk that watches costs; null unless it was asked for. */
  watching: Watching | null
  /** What those who watch TV cost the players; null without them. */
  onTv: OnTv | null
  wrong: { kind: Wrong; times: number; first: string }[]
}

export const summaryOf = (
  turns: readonly Figures[],
  { memory, pauses }: { memory: Memory | null; pauses: Pauses | null },
  isProcessorTold: boolean,
): Summary => {
  const range = (pick: (figures: Figures) => number) => rangeOf(turns.map(pick))
  const sum = (pick: (figures: Figures) => number) => turns.reduce((all, figures) => all + pick(figures), 0)
  return {
    turns: turns.length,
    seconds: sum(({ seconds }) => seconds),
    clicks: sum(({ clicks }) => clicks),
    matchesEnded: sum(({ matchesEnded }) => matchesEnded),
    clicksASecond: range(({ clicksASecond }) => clicksASecond),
    toAll: {
      p50: range(({ toAll }) => toAll.p50),
      p99: range(({ toAll }) => toAll.p99),
      max: range(({ toAll }) => toAll.max),
    },
    toAck: { p50: range(({ toAck }) => toAck.p50), p99: range(({ toAck }) => toAck.p99) },
    bytesADelivery: range(({ bytesADelivery }) => bytesADelivery),
    processor: isProcessorTold
      ? {
          server: range(({ processor }) => processor.server),
          mainThread: range(({ processor }) => processor.mainThread),
          database: range(({ processor }) => processor.database),
        }
      : null,
    serverBusy: isProcessorTold ? range(({ serverBusy }) => serverBusy) : null,
    loadBusy: range(({ loadBusy }) => loadBusy),
    memory,
    collector: pauses && collectorOf(pauses),
  }
}

/** What ours comes to, measured in the baseline's, pair by pair. */
export const ratiosOf = (
  ours: readonly Figures[],
  theirs: readonly Figures[],
  isProcessorTold: boolean,
): Ratios => {
  const range = (pick: (figures: Figures) => number) =>
    rangeOf(ours.flatMap((own, pair) => (theirs[pair] ? [pick(own) / pick(theirs[pair])] : [])))
  return {
    processor: isProcessorTold ? range(({ processor }) => processor.server) : null,
    clicksASecond: range(({ clicksASecond }) => clicksASecond),
  }
}

/** Everything wrong of all sides. */
export const wrongsOf = (tallies: readonly Tally[]): Report['wrong'] =>
  tallies.flatMap(({ wrong }) => [...wrong].map(([kind, told]) => ({ kind, ...told })))

type Show = (value: number) => string

const ms: Show = (value) => value.toFixed(value < 10 ? 2 : 1)
const thousandths: Show = (value) => value.toFixed(3)
const hundredths: Show = (value) => value.toFixed(2)
const kilobytes: Show = (bytes) => (bytes / 1000).toFixed(1)
const rounded: Show = (value) => String(Math.round(value))

/** A median and, where there is more than one value, from what to what they go. */
const shown = ({ median, min, max }: Range, show: Show): string =>
  min === max ? show(median) : `${show(median)} (${show(min)}–${show(max)})`

const titles: Record<Rival, string> = {
  bare: 'bare socket.io: nothing checked, kept or acknowledged, matches without an end',
  sealed: 'a sealed table at the same server',
  like: 'the like of it: nothing checked or kept, clicks acknowledged, matches open and end as ours do',
  guests: 'the same by guests, whose matches are not judged',
}

const ratioLines = (name: Rival, { processor, clicksASecond }: Ratios): string[] => [
  `Minefall to ${titles[name]}`,
  ...(processor ? [`  CPU, a click      ${shown(processor, hundredths)} times`] : []),
  `  clicks a second   ${shown(clicksASecond, hundredths)} times`,
]

const playLines = (summary: Summary): string[] => {
  const { processor, toAll, toAck } = summary
  return [
    ...(processor
      ? [
          `  CPU, 1,000 clicks ${shown(processor.server, thousandths)} s server, of it ${shown(processor.mainThread, thousandths)} its main thread; ${shown(processor.database, thousandths)} s database server`,
        ]
      : []),
    `  clicks            ${shown(summary.clicksASecond, rounded)}/s (${summary.clicks} in ${summary.seconds.toFixed(1)} s, ${summary.matchesEnded} matches ended)`,
    `  click to all five p50 ${shown(toAll.p50, ms)} ms, p99 ${shown(toAll.p99, ms)} ms, max ${shown(toAll.max, ms)} ms`,
    `  acknowledgement   p50 ${shown(toAck.p50, ms)} ms, p99 ${shown(toAck.p99, ms)} ms`,
    `  a delivery        ${shown(summary.bytesADelivery, rounded)} bytes`,
  ]
}

const lines = (name: string, summary: Summary, sockets: number | null): string[] => {
  const { memory, collector, serverBusy, turns, seconds } = summary
  const times = `${turns} turn${turns === 1 ? '' : 's'} of ${(seconds / turns).toFixed(1)} s`
  return [
    `${name}, ${sockets === null ? '' : `${sockets} sockets seated and silent, `}${times}`,
    ...(sockets === null ? playLines(summary) : []),
    ...(serverBusy ? [`  server            ${shown(serverBusy, percent)} of a core`] : []),
    ...(memory
      ? [`  a seated socket   ${kilobytes(memory.heap)} KB heap, ${kilobytes(memory.resident)} KB resident`]
      : []),
    ...(collector && collector.runs > 0
      ? [
          `  garbage collector ${((100 * collector.allMs) / 1_000 / seconds).toFixed(1)} % of the time, ${collector.runs} pauses, p99 ${ms(collector.p99)} ms, max ${ms(collector.max)} ms`,
        ]
      : []),
    `  load process      ${shown(summary.loadBusy, percent)} of a core`,
  ]
}

const watchingLines = (watching: Watching): string[] => [
  'A desk that watches all connections',
  `  server, without   ${watching.without.map(percent).join(', ')} of a core`,
  `  server, with      ${watching.with.map(percent).join(', ')} of a core`,
  `  cost              ${percent(watching.cost)} of a core, the median of ${watching.with.length} pairs`,
  `  rows told         ${Math.round(watching.rowsASecond)}/s`,
  `  seen              silence after ${Math.round(watching.silentSeenMs)} ms at most, an end after ${Math.round(watching.endedSeenMs)} ms`,
]

const onTvLines = (onTv: OnTv): string[] => [
  `${onTv.watchers} watch one of the matches on TV`,
  `  pictures          ${onTv.picturesASecond.toFixed(1)}/s to each`,
  `  p99 to the ack    ${onTv.without.map(ms).join(', ')} ms without, ${onTv.with.map(ms).join(', ')} ms with`,
  `  ratio             ${shown(onTv.ratio, hundredths)} times`,
  `  cost              ${shown(onTv.cost, percent)} of a core`,
]

/** The report for people. Of several turns, medians and in brackets from what to what they go. */
export const textOf = (report: Report): string => {
  const { options, cores, raised, ours, baselines, judged, watching, onTv, wrong } = report
  const sockets = options.idle ? 5 * options.matches : null
  const settings = Object.entries(raised).map(([name, value]) => `${name}=${value}`)
  return [
    ...baselines.flatMap(({ name, ratios }) => (ratios ? ratioLines(name, ratios) : [])),
    ...lines('Minefall', ours, sockets),
    ...baselines.flatMap(({ name, summary }) =>
      lines(name === 'guests' ? 'Guests' : `Baseline ${name}`, summary, sockets),
    ),
    ...(judged === null ? [] : [`Judged   ${judged} seats`]),
    ...(watching ? watchingLines(watching) : []),
    ...(onTv ? onTvLines(onTv) : []),
    `Cores    ${cores}; Node ${process.versions.node}`,
    `Raised   ${settings.join(' ') || 'nothing'}`,
    ...(wrong.length === 0
      ? ['Nothing went wrong.']
      : wrong.map(({ kind, times, first }) => `WRONG    ${kind}: ${times} times, first: ${first}`)),
  ].join('\n')
}
