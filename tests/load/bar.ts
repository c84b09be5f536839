import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import type { LoadOptions } from './arguments.ts'
import type { Report, Summary } from './report.ts'
import { programs } from './repository.ts'
import { type Range, rangeOf } from './samples.ts'

/** The runs that the bar is about, each by what it adds to the command line. */
const runs = {
  postgres: ['--matches', '100', '--db', 'postgres', '--baseline', 'both'],
  pglite: ['--matches', '100', '--db', 'pglite', '--baseline', 'both'],
  thinking: ['--matches', '1000', '--think', '1000', '--db', 'postgres'],
  idle: ['--matches', '1000', '--idle', '--db', 'postgres', '--baseline', 'bare'],
} as const
type RunName = keyof typeof runs
const runNames = Object.keys(runs) as RunName[]

const titles: Record<RunName, string> = {
  postgres: '100 matches, PostgreSQL',
  pglite: '100 matches, PGlite',
  thinking: '1,000 matches, a second’s thought',
  idle: '5,000 seated and silent',
}

/** What is to be reached: at most, or at least. */
type Limit = { most: number } | { least: number }

type Row = {
  run: RunName
  what: string
  /** Of ours; null where it can't be told. */
  ours: (report: Report) => number | null | undefined
  /** The same of a baseline. */
  theirs?: (summary: Summary) => number | null | undefined
  digits: number
  limit?: Limit
}

const of = ({ baselines }: Report, name: 'bare' | 'like') => baselines.find((other) => other.name === name)

const collected = (run: RunName): Row[] => [
  {
    run,
    what: 'garbage collector, ms of each second',
    ours: ({ ours }) => ours.collector && ours.collector.allMs / ours.seconds,
    theirs: ({ collector, seconds }) => collector && collector.allMs / seconds,
    digits: 1,
  },
  {
    run,
    what: 'its longest pause, ms',
    ours: ({ ours }) => ours.collector?.max,
    theirs: ({ collector }) => collector?.max,
    digits: 1,
  },
]

const played = (run: RunName): Row[] => [
  {
    run,
    what: 'CPU, s for 1,000 clicks',
    ours: ({ ours }) => ours.processor?.server.median,
    theirs: ({ processor }) => processor?.server.median,
    digits: 3,
    ...(run === 'thinking' ? { limit: { most: 0.35 } } : {}),
  },
  {
    run,
    what: 'clicks/s',
    ours: ({ ours }) => ours.clicksASecond.median,
    theirs: ({ clicksASecond }) => clicksASecond.median,
    digits: 0,
  },
  {
    run,
    what: 'click to all five, p50 ms',
    ours: ({ ours }) => ours.toAll.p50.median,
    theirs: ({ toAll }) => toAll.p50.median,
    digits: 1,
  },
  {
    run,
    what: 'click to all five, p99 ms',
    ours: ({ ours }) => ours.toAll.p99.median,
    theirs: ({ toAll }) => toAll.p99.median,
    digits: 1,
    ...(run === 'thinking' ? { limit: { most: 15 } } : {}),
  },
  {
    run,
    what: 'bytes a delivery',
    ours: ({ ours }) => ours.bytesADelivery.median,
    theirs: ({ bytesADelivery }) => bytesADelivery.median,
    digits: 0,
    limit: { most: 60 },
  },
  ...collected(run),
]

const compared = (run: RunName, leastRate: number, limit?: Limit): Row[] => [
  {
    run,
    what: 'CPU a click, to bare',
    ours: (report) => of(report, 'bare')?.ratios?.processor?.median,
    digits: 2,
    ...(limit ? { limit } : {}),
  },
  {
    run,
    what: 'CPU a click, to like',
    ours: (report) => of(report, 'like')?.ratios?.processor?.median,
    digits: 2,
  },
  {
    run,
    what: 'clicks/s, to bare',
    ours: (report) => of(report, 'bare')?.ratios?.clicksASecond.median,
    digits: 2,
    limit: { least: leastRate },
  },
  {
    run,
    what: 'clicks/s, to like',
    ours: (report) => of(report, 'like')?.ratios?.clicksASecond.median,
    digits: 2,
  },
  ...played(run),
]

/** What counts, with what is to be reached. */
const rows: readonly Row[] = [
  ...compared('postgres', 0.5, { most: 2 }),
  ...compared('pglite', 0.35),
  ...played('thinking'),
  {
    run: 'idle',
    what: 'share of a core, %',
    ours: ({ ours }) => ours.serverBusy && 100 * ours.serverBusy.median,
    theirs: ({ serverBusy }) => serverBusy && 100 * serverBusy.median,
    digits: 1,
    limit: { most: 12 },
  },
  {
    run: 'idle',
    what: 'heap a seated socket, KB',
    ours: ({ ours }) => ours.memory && ours.memory.heap / 1_000,
    theirs: ({ memory }) => memory && memory.heap / 1_000,
    digits: 1,
    limit: { most: 20 },
  },
  {
    run: 'idle',
    what: 'resident a seated socket, KB',
    ours: ({ ours }) => ours.memory && ours.memory.resident / 1_000,
    theirs: ({ memory }) => memory && memory.resident / 1_000,
    digits: 1,
  },
]

/** The reports of each run: of the older tree, where there is one, and of this one. */
export type BarReports = Record<RunName, { before: Report[]; after: Report[] }>

const limitText = (limit: Limit | undefined, after: Range | null): string => {
  if (!limit || !after) return ''
  const isMet = 'most' in limit ? after.median <= limit.most : after.median >= limit.least
  return `${'most' in limit ? `≤ ${limit.most}` : `≥ ${limit.least}`} ${isMet ? 'met' : '**missed**'}`
}

const rangeOfTold = (values: readonly (number | null | undefined)[]): Range | null => {
  const told = values.flatMap((value) => (typeof value === 'number' ? [value] : []))
  return told.length > 0 ? rangeOf(told) : null
}

/** The bar as a table in Markdown: medians, and in brackets from what to what the rounds go. */
const barTable = (reports: BarReports): string => {
  const lines = rows.map(({ run, what, ours, theirs, digits, limit }) => {
    const { before, after } = reports[run]
    const shown = (range: Range | null) => {
      if (!range) return ''
      const [median, min, max] = [range.median, range.min, range.max].map((value) => value.toFixed(digits))
      return min === max ? median : `${median} (${min}–${max})`
    }
    const baseline = (name: 'bare' | 'like') =>
      shown(
        rangeOfTold(
          [...before, ...after].map((report) => {
            const summary = of(report, name)?.summary
            return summary && theirs?.(summary)
          }),
        ),
      )
    const now = rangeOfTold(after.map(ours))
    const cells = [titles[run], what, shown(rangeOfTold(before.map(ours))), shown(now)]
    return [...cells, baseline('bare'), baseline('like'), limitText(limit, now)]
  })
  const head = ['', '', 'before', 'after', 'bare', 'like', 'bar']
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** One run of the tool in its own process, so that none inherits what another one left behind. */
const runOnce = async (args: readonly string[]): Promise<Report> => {
  const child = spawn(process.execPath, [programs.load, '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGTERM'))
  let printed = ''
  child.stdout.on('data', (text) => (printed += String(text)))
  await once(child, 'close')
  if (printed === '') throw new Error(`a run of the tool ended without a report: ${args.join(' ')}`)
  return JSON.parse(printed)
}

/** Plays the runs of the bar, round by round, the older tree and this one in turn; answers whether nothing went wrong. */
export const runBar = async (
  { pairs, seconds, bar }: LoadOptions & { bar: NonNullable<LoadOptions['bar']> },
  tell: (line: string) => void,
): Promise<{ table: string; isRight: boolean }> => {
  const reports: BarReports = {
    postgres: { before: [], after: [] },
    pglite: { before: [], after: [] },
    thinking: { before: [], after: [] },
    idle: { before: [], after: [] },
  }
  const loads: number[] = []
  const wrong = new Set<string>()
  for (let round = 0; round < pairs; round += 1)
    for (const name of runNames)
      for (const when of bar.before === null ? (['after'] as const) : (['before', 'after'] as const)) {
        tell(`round ${round + 1} of ${pairs}: ${titles[name]}, ${when}`)
        loads.push(loadavg()[0] ?? Number.NaN)
        const report = await runOnce([
          ...runs[name],
          ...['--pairs', '1', '--seconds', String(seconds)],
          ...(bar.matches === null ? [] : ['--matches', String(bar.matches)]),
          ...(when === 'before' && bar.before !== null ? ['--tree', bar.before] : []),
        ])
        reports[name][when].push(report)
        for (const { kind, first } of report.wrong) wrong.add(`${titles[name]}, ${when}: ${kind}: ${first}`)
      }
  const [cores] = reports.postgres.after.map((report) => report.cores)
  const load = rangeOf(loads)
  return {
    isRight: wrong.size === 0,
    table: [
      barTable(reports),
      '',
      `Medians, in brackets the smallest and the largest, of ${pairs} rounds of ${seconds} s; ${cores}; Node ${process.versions.node}; load of the machine before each run ${load.min.toFixed(1)}–${load.max.toFixed(1)}.`,
      ...(wrong.size === 0 ? ['Nothing went wrong.'] : [...wrong].map((one) => `WRONG ${one}`)),
    ].join('\n'),
  }
}
