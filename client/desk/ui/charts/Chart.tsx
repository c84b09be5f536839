import { type ComponentType, type PointerEvent, type ReactNode, useState } from 'react'
import { IconButton } from '../Button.tsx'
import { type Column, Table } from '../Table.tsx'
import { count } from '../words.ts'
import styles from './Chart.module.css'
import { Areas, Lines, type MarksProps, place, StackedBars, timeTicks, valueTicks } from './marks.tsx'
import {
  type ChartFrame,
  type ChartProps,
  chartClock,
  colorOf,
  type Series,
  stacked,
  useWidth,
} from './series.ts'

/** In pixels, the same for all charts: what happened at a time stands in one line above another. */
const margins = { left: 52, right: 8, top: 6, bottom: 18 }

/** What there is at the time that the pointer is at. */
const Reading = ({ times, series, format, index, x }: ChartFrame & { index: number; x: number }) => (
  <div className={styles.reading} style={{ insetInlineStart: x }} data-side={x > 240 ? 'left' : 'right'}>
    <b>{chartClock.format(times[index])}</b>
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

/** A chart's axes and marks, and what there is at the pointer. */
const Drawing = ({ Marks, most, ...chart }: DrawingProps) => {
  const { title, from, to, times, stepMs, series, format, height } = chart
  const [width, measure] = useWidth()
  const [shown, show] = useState<number | null>(null)
  const [plotWidth, plotHeight] = [
    Math.max(0, width - margins.left - margins.right),
    height - margins.top - margins.bottom,
  ]
  const ticks = valueTicks(most)
  const x = (at: number) => margins.left + place(Math.min(Math.max(at, from), to), from, to, plotWidth)
  const y = (value: number) => margins.top + plotHeight - place(value, 0, ticks.at(-1) ?? 1, plotHeight)
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
          aria-label={`${title}, ${chartClock.format(from)} to ${chartClock.format(to)}`}
          onPointerMove={follow}
          onPointerLeave={() => show(null)}
        >
          {ticks.map((value) => (
            <g key={value}>
              <line
                className={styles.grid}
                x1={margins.left}
                x2={width - margins.right}
                y1={y(value)}
                y2={y(value)}
              />
              <text x={margins.left - 6} y={y(value) + 3} textAnchor="end">
                {format(value)}
              </text>
            </g>
          ))}
          {timeTicks(from, to, Math.max(1, Math.floor(plotWidth / 76))).map((at) => (
            <text key={at} x={x(at)} y={height - 4} textAnchor={x(at) > width - 24 ? 'end' : 'middle'}>
              {chartClock.format(at)}
            </text>
          ))}
          <Marks times={times} stepMs={stepMs} series={series} x={x} y={y} />
          {shown !== null && shown < times.length && (
            <line
              className={styles.cursor}
              x1={middle(shown)}
              x2={middle(shown)}
              y1={margins.top}
              y2={margins.top + plotHeight}
            />
          )}
        </svg>
      )}
      {shown !== null && shown < times.length && <Reading {...chart} index={shown} x={middle(shown)} />}
    </div>
  )
}

/** The names of the series beside their colors. */
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

/** The same in words and figures, the newest first. */
const Figures = ({ title, times, series, format, height }: ChartFrame & { height: number }) => {
  const written = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value)
  const columns: Column<number>[] = [
    { id: 'at', title: 'From', cell: (index) => chartClock.format(times[index]) },
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
            icon={asTable ? 'chart' : 'table'}
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
