import {
  type DeskTotals,
  type DeskTotalsPoint,
  type DeskTotalsRange,
  deskCalls,
} from '@minefall/shared/contracts/desk'
import type { CloseCode } from '@minefall/shared/contracts/live'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRead } from '../queries.ts'
import { AreaChart, BarChart, LineChart } from '../ui/charts/Chart.tsx'
import type { ChartColor, Series } from '../ui/charts/series.ts'
import { count } from '../ui/words.ts'

/** A minute is reported every five seconds until it is over, in milliseconds. */
const everyMs = 10_000

/** How connections did over the last hours. */
export const useTotals = (range: DeskTotalsRange): UseQueryResult<DeskTotals> =>
  useRead(deskCalls.connectionTotals, { query: { range } }, { everyMs, keep: true })

type Of = { of: DeskTotals }

const empty = 'No data for this period.'

const frame = ({ from, to, pointMs, points }: DeskTotals) => ({
  from,
  to,
  stepMs: pointMs,
  times: points.map(({ at }) => at),
  empty,
})

const series = (
  { points }: DeskTotals,
  name: string,
  color: ChartColor,
  value: (point: DeskTotalsPoint) => number | null,
): Series => ({ name, color, values: points.map(value) })

const milliseconds = (ms: number) => `${count(Math.round(ms))} ms`

/** Connections by state, on top of each other. */
export const ConnectionsChart = ({ of }: Of) => (
  <AreaChart
    title="Connections"
    {...frame(of)}
    series={[
      series(of, 'Live', 'chart-1-wash', ({ live }) => live),
      series(of, 'Resuming', 'resuming', ({ resuming }) => resuming),
      series(of, 'Lagging', 'lagging', ({ lagging }) => lagging),
      series(of, 'Lost', 'lost', ({ lost }) => lost),
    ]}
  />
)

export const RoundTripsChart = ({ of }: Of) => (
  <LineChart
    title="Round trip"
    {...frame(of)}
    format={milliseconds}
    least={200}
    series={[
      series(of, 'Median', 'chart-1', ({ p50 }) => p50),
      series(of, '95th percentile', 'chart-2', ({ p95 }) => p95),
    ]}
  />
)

/** Of those who came back. */
export const ReconnectsChart = ({ of }: Of) => (
  <BarChart
    title="Reconnects"
    {...frame(of)}
    least={4}
    series={[series(of, 'Came back', 'chart-4', ({ reconnects }) => reconnects)]}
  />
)

/** Codes that mean much the same to who looks for trouble. */
const reasons: readonly { name: string; color: ChartColor; codes: readonly CloseCode[] }[] = [
  { name: 'Left or cut off', color: 'chart-4', codes: ['network'] },
  { name: 'No answer', color: 'chart-2', codes: ['timeout'] },
  { name: 'Our side', color: 'chart-3', codes: ['server', 'drain', 'game'] },
  { name: 'Too slow', color: 'chart-1', codes: ['slow'] },
  { name: 'Kicked', color: 'chart-5', codes: ['kicked', 'protocol'] },
  { name: 'Signed out or replaced', color: 'chart-6', codes: ['signed-out', 'replaced'] },
]

const closed = ({ closes }: DeskTotalsPoint, codes: readonly CloseCode[]): number =>
  codes.reduce((sum, code) => sum + (closes[code] ?? 0), 0)

/** Why connections ended; reasons that there were none of are left out. */
export const ClosesChart = ({ of }: Of) => (
  <BarChart
    title="Ended, by reason"
    {...frame(of)}
    least={4}
    series={reasons
      .filter(({ codes }) => of.points.some((point) => closed(point, codes) > 0))
      .map(({ name, color, codes }) => series(of, name, color, (point) => closed(point, codes)))}
  />
)
