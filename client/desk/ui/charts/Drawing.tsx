import { type ComponentType, type PointerEvent, useState } from 'react'
import styles from './Chart.module.css'
import { type ChartProps, chartClock, type Written } from './chart-props.ts'
import type { MarksProps } from './marks.tsx'
import { place, timeTicks, valueTicks } from './scale.ts'
import { colorOf } from './series.ts'
import { useWidth } from './use-width.ts'

/** In pixels, the same for all charts: what happened at a time stands in one line above another. */
const margins = { left: 52, right: 8, top: 6, bottom: 18 }

/** What there is at the time that the pointer is at. */
const Reading = ({ times, series, format, index, x }: Written & { index: number; x: number }) => (
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
export const Drawing = ({ Marks, most, ...chart }: DrawingProps) => {
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
