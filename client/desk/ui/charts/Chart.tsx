import { ChartLine, Table2 } from 'lucide-react'
import { type ComponentType, type PointerEvent, type ReactNode, useState } from 'react'
import { IconButton } from '../Button.tsx'
import type { Column } from '../columns.tsx'
import { Table } from '../Table.tsx'
import { count } from '../words.ts'
import styles from './Chart.module.css'
import { Areas, Lines, type MarksProps, StackedBars } from './marks.tsx'
import { place, timeTicks, valueTicks } from './scale.ts'
import { colorOf, type Series, stacked } from './series.ts'
import { useWidth } from './use-width.ts'

export type ChartProps = {
  title: string
  /** From when to when, in milliseconds since 1970. */
  from: number
  to: number
  /** When each point begins, the oldest first, and of how long each is, in milliseconds. */
  times: readonly number[]
  stepMs: number
  series: readonly Series[]
  /** How a value is written. */
  format?: (value: number) => string
  /** The axis reaches at least so far. */
  least?: number
  /** What is said where there is nothing. */
  empty?: string
  /** Pixels. */
  height?: number
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const labels = { left: 40, right: 8, top: 6, bottom: 18 }

/** The names of the series beside their colours. */
const Legend = ({ series }: Pick<ChartProps, 'series'>) => (
  <ul className={styles.legend}>
    {series.map(({ name, color }) => (
      <li key={name}>
        <i style={{ background: colorOf(color) }} />
        {name}
      </li>
    ))}
  </ul>
)

type Named = Required<Pick<ChartProps, 'format'>> & Pick<ChartProps, 'title' | 'times' | 'series'>

/** The same in words and figures, the newest first. */
const Figures = ({ title, times, series, format, height }: Named & { height: number }) => {
  const written = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value)
  const columns: Column<number>[] = [
    { id: 'at', title: 'From', cell: (index) => clock.format(times[index]) },
    ...series.map(({ name, values }) => ({
      id: name,
      title: name,
      right: true,
      cell: (index: number) => written(values[index]),
    })),
  ]
  return (
    <div className={styles.figures} style={{ height }}>
      <Table label={title} columns={columns} rows={times.map((_, n) => n).reverse()} keyOf={String} />
    </div>
  )
}

/** What there is at the time that the pointer is at. */
const Reading = ({ times, series, format, index, x }: Named & { index: number; x: number }) => (
  <div className={styles.reading} style={{ insetInlineStart: x }} data-side={x > 240 ? 'left' : 'right'}>
    <b>{clock.format(times[index])}</b>
    <ul>
      {series.map(({ name, color, values }) => {
        const value = values[index]
        return value === null || value === undefined ? null : (
          <li key={name}>
            <i style={{ background: colorOf(color) }} />
            {name} <b>{format(value)}</b>
          </li>
        )
      })}
    </ul>
  </div>
)

type DrawingProps = ChartProps &
  Required<Pick<ChartProps, 'format' | 'height'>> & { Marks: ComponentType<MarksProps>; most: number }

const Drawing = ({ Marks, most, ...chart }: DrawingProps) => {
  const { title, from, to, times, stepMs, series, format, height } = chart
  const [width, measure] = useWidth()
  const [shown, show] = useState<number | null>(null)
  const [plotWidth, plotHeight] = [
    Math.max(0, width - labels.left - labels.right),
    height - labels.top - labels.bottom,
  ]
  const ticks = valueTicks(most)
  const x = (at: number) => labels.left + place(Math.min(Math.max(at, from), to), from, to, plotWidth)
  const y = (value: number) => labels.top + plotHeight - place(value, 0, ticks.at(-1) ?? 1, plotHeight)
  const middle = (index: number) => x((times[index] ?? 0) + stepMs / 2)

  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left
    const distance = (index: number) => Math.abs(middle(index) - at)
    let nearest: number | null = null
    for (const index of times.keys())
      if (nearest === null || distance(index) < distance(nearest)) nearest = index
    show(nearest !== null && distance(nearest) < 24 ? nearest : null)
  }
  return (
    <div ref={measure} className={styles.drawing} style={{ height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`${title}, ${clock.format(from)} to ${clock.format(to)}`}
          onPointerMove={follow}
          onPointerLeave={() => show(null)}
        >
          {ticks.map((value) => (
            <g key={value}>
              <line
                className={styles.grid}
                x1={labels.left}
                x2={width - labels.right}
                y1={y(value)}
                y2={y(value)}
              />
              <text x={labels.left - 6} y={y(value) + 3} textAnchor="end">
                {format(value)}
              </text>
            </g>
          ))}
          {timeTicks(from, to, Math.max(1, Math.floor(plotWidth / 76))).map((at) => (
            <text key={at} x={x(at)} y={height - 4} textAnchor={x(at) > width - 24 ? 'end' : 'middle'}>
              {clock.format(at)}
            </text>
          ))}
          <Marks times={times} stepMs={stepMs} series={series} x={x} y={y} />
          {shown !== null && shown < times.length && (
            <line
              className={styles.cursor}
              x1={middle(shown)}
              x2={middle(shown)}
              y1={labels.top}
              y2={labels.top + plotHeight}
            />
          )}
        </svg>
      )}
      {shown !== null && shown < times.length && <Reading {...chart} index={shown} x={middle(shown)} />}
    </div>
  )
}

type Kind = { Marks: ComponentType<MarksProps>; mostOf: (series: readonly Series[]) => number }

const highest = (series: readonly Series[]): number =>
  Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
const highestStack = (series: readonly Series[]): number =>
  Math.max(
    0,
    ...(stacked(series)
      .at(-1)
      ?.map(([, to]) => to) ?? []),
  )

const chartOf = ({ Marks, mostOf }: Kind) => {
  const Chart = ({
    format = count,
    least = 0,
    height = 112,
    empty = 'Nothing yet.',
    ...chart
  }: ChartProps): ReactNode => {
    const [asTable, showTable] = useState(false)
    const { title, times, series } = chart
    return (
      <figure className={styles.chart}>
        <figcaption className={styles.caption}>
          <h2>{title}</h2>
          <Legend series={series} />
          <IconButton
            icon={asTable ? ChartLine : Table2}
            label={asTable ? `${title} as a chart` : `${title} as a table`}
            onClick={() => showTable(!asTable)}
          />
        </figcaption>
        {times.length === 0 && (
          <p className={styles.empty} style={{ height }}>
            {empty}
          </p>
        )}
        {times.length > 0 && asTable && (
          <Figures title={title} times={times} series={series} format={format} height={height} />
        )}
        {times.length > 0 && !asTable && (
          <Drawing
            {...chart}
            Marks={Marks}
            most={Math.max(least, mostOf(series))}
            format={format}
            height={height}
          />
        )}
      </figure>
    )
  }
  return Chart
}

/** Values over time as lines, with axes; what is at a time at the pointer; the same as a table. */
export const LineChart = chartOf({ Marks: Lines, mostOf: highest })
/** The same as areas on top of each other: parts of a whole. */
export const AreaChart = chartOf({ Marks: Areas, mostOf: highestStack })
/** The same as bars on top of each other: what happened in a time. */
export const BarChart = chartOf({ Marks: StackedBars, mostOf: highestStack })
