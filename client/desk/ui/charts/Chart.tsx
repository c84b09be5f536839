import { ChartLine, Table2 } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { IconButton } from '../Button.tsx'
import type { Column } from '../columns.tsx'
import { Table } from '../Table.tsx'
import { count } from '../words.ts'
import styles from './Chart.module.css'
import { type ChartProps, chartClock, type Written } from './chart-props.ts'
import { Drawing } from './Drawing.tsx'
import { Areas, Lines, type MarksProps, StackedBars } from './marks.tsx'
import { colorOf, type Series, stacked } from './series.ts'

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

/** The same in words and figures, the newest first. */
const Figures = ({ title, times, series, format, height }: Written & { height: number }) => {
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
