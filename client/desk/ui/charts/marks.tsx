import type { ReactNode } from 'react'
import { pathThrough, runs } from './scale.ts'
import { colorOf, type Series, stacked } from './series.ts'

/** What is drawn, and where: pixels from the left for a time, from the top for a value. */
export type MarksProps = {
  times: readonly number[]
  stepMs: number
  series: readonly Series[]
  x: (at: number) => number
  y: (value: number) => number
}

const indexes = ([first, last]: readonly [number, number]) =>
  Array.from({ length: last - first + 1 }, (_, nth) => first + nth)

/** A line for each series, broken where there is nothing. */
export const Lines = ({ times, stepMs, series, x, y }: MarksProps): ReactNode =>
  series.map(({ name, color, values }) => {
    const path = runs(times, stepMs, (index) => values[index] !== null)
      .map((run) => {
        const points = indexes(run).map((n) => [x((times[n] ?? 0) + stepMs / 2), y(values[n] ?? 0)] as const)
        // One alone is a dot.
        return pathThrough(points.length === 1 ? [...points, ...points] : points)
      })
      .join('')
    return (
      <path
        key={name}
        d={path}
        fill="none"
        style={{ stroke: colorOf(color) }}
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    )
  })

/** Areas on top of each other; each is as wide as the time it is of. */
export const Areas = ({ times, stepMs, series, x, y }: MarksProps): ReactNode => {
  const heights = stacked(series)
  const parts = runs(times, stepMs, () => true)
  return series.map(({ name, color }, nth) => {
    const path = parts
      .map((run) => {
        const steps = indexes(run)
        const edge = (side: 0 | 1) =>
          steps.flatMap((n) => {
            const at = times[n] ?? 0
            const height = y(heights[nth]?.[n]?.[side] ?? 0)
            return [[x(at), height] as const, [x(at + stepMs), height] as const]
          })
        return `${pathThrough([...edge(1), ...edge(0).reverse()])}Z`
      })
      .join('')
    return <path key={name} d={path} style={{ fill: colorOf(color) }} />
  })
}

/** Bars on top of each other. */
export const StackedBars = ({ times, stepMs, series, x, y }: MarksProps): ReactNode => {
  const heights = stacked(series)
  return series.map(({ name, color }, nth) => (
    <g key={name} style={{ fill: colorOf(color) }}>
      {times.map((at, n) => {
        const [from, to] = heights[nth]?.[n] ?? [0, 0]
        if (to === from) return null
        const width = Math.max(1, x(at + stepMs) - x(at) - 1)
        return <rect key={at} x={x(at)} width={width} y={y(to)} height={Math.max(0.5, y(from) - y(to))} />
      })}
    </g>
  ))
}
