import type { LoadOptions } from './arguments.ts'
import type { Measured } from './measure.ts'
import type { Memory } from './probe.ts'
import { type Tally, type Wrong, wrongs } from './tally.ts'
import { percent, type Watching } from './watching.ts'

/** The figures of one side. Times in milliseconds, processor time in seconds, sizes in bytes. */
export type Figures = {
  seconds: number
  clicks: number
  clicksASecond: number
  toAll: { p50: number; p99: number; max: number }
  toAck: { p50: number; p99: number }
  bytesADelivery: number
  matchesEnded: number
  /** Processor seconds for 1,000 clicks; null where that can't be told, as of a server elsewhere. */
  processor: { server: number; mainThread: number; database: number } | null
  /** The share of its core that the load itself used. */
  loadBusy: number
  /** What a seated socket takes; null for a server that runs elsewhere. */
  memory: Memory | null
}

export type Report = {
  options: LoadOptions
  cores: string
  raised: Record<string, string>
  ours: Figures
  baseline: Figures | null
  /** Clicks a second, ours to the baseline's. */
  ratio: number | null
  /** What a desk that watches costs; null unless it was asked for. */
  watching: Watching | null
  wrong: { kind: Wrong; times: number; first: string }[]
}

export const figuresOf = (
  tally: Tally,
  { seconds, processor }: Measured,
  memory: Memory | null,
  isProcessorTold: boolean,
): Figures => {
  const { clicks, toAll, toAck, deliveries, deliveredBytes } = tally
  const each = (value: number) => (value * 1000) / clicks
  return {
    seconds,
    clicks,
    clicksASecond: clicks / seconds,
    toAll: { p50: toAll.quantile(0.5), p99: toAll.quantile(0.99), max: toAll.quantile(1) },
    toAck: { p50: toAck.quantile(0.5), p99: toAck.quantile(0.99) },
    bytesADelivery: deliveredBytes / deliveries,
    matchesEnded: tally.ended,
    processor: isProcessorTold
      ? {
          server: each(processor.server),
          mainThread: each(processor.mainThread),
          database: each(processor.database),
        }
      : null,
    loadBusy: processor.load / seconds,
    memory,
  }
}

/** Everything wrong of both sides. A run without a click shows nothing, so that is wrong as well. */
export const wrongsOf = (tallies: readonly Tally[]): Report['wrong'] =>
  tallies.flatMap(({ wrong, clicks }) => [
    ...[...wrong].map(([kind, told]) => ({ kind, ...told })),
    ...(clicks === 0 ? [{ kind: wrongs.idle, times: 1, first: 'nothing was measured' }] : []),
  ])

const ms = (value: number) => value.toFixed(value < 10 ? 2 : 1)
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)

const lines = (name: string, figures: Figures): string[] => {
  const { toAll, toAck, processor, memory } = figures
  return [
    `${name}`,
    `  clicks            ${Math.round(figures.clicksASecond)}/s (${figures.clicks} in ${figures.seconds.toFixed(1)} s, ${figures.matchesEnded} matches ended)`,
    `  click to all five p50 ${ms(toAll.p50)} ms, p99 ${ms(toAll.p99)} ms, max ${ms(toAll.max)} ms`,
    `  acknowledgement   p50 ${ms(toAck.p50)} ms, p99 ${ms(toAck.p99)} ms`,
    `  a delivery        ${figures.bytesADelivery.toFixed(0)} bytes`,
    ...(processor
      ? [
          `  CPU, 1,000 clicks ${processor.server.toFixed(3)} s server (${processor.mainThread.toFixed(3)} s of it its main thread), ${processor.database.toFixed(3)} s database server`,
        ]
      : []),
    ...(memory
      ? [`  a seated socket   ${kilobytes(memory.heap)} KB heap, ${kilobytes(memory.resident)} KB resident`]
      : []),
    `  load process      ${(100 * figures.loadBusy).toFixed(0)} % of a core`,
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

/** The report for people. */
export const textOf = ({ cores, raised, ours, baseline, ratio, watching, wrong }: Report): string => {
  const settings = Object.entries(raised).map(([name, value]) => `${name}=${value}`)
  return [
    `Cores    ${cores}`,
    `Raised   ${settings.join(' ') || 'nothing'}`,
    ...lines('Minefall', ours),
    ...(baseline ? lines('Baseline: bare socket.io, nothing checked, kept or acknowledged', baseline) : []),
    ...(watching ? watchingLines(watching) : []),
    ...(ratio === null ? [] : [`Minefall / baseline, clicks a second: ${ratio.toFixed(2)}`]),
    ...(wrong.length === 0
      ? ['Nothing went wrong.']
      : wrong.map(({ kind, times, first }) => `WRONG    ${kind}: ${times} times, first: ${first}`)),
  ].join('\n')
}
