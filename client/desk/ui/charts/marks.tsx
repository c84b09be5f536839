import type { ReactNode } from 'react'
import { colorOf, type Series, stacked } from './series.ts'

/** Lengths between the labels of an axis of time, in milliseconds. */
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1_440].map((minutes) => minutes * 60_000)

/** The labels of an axis that begins at 0: two or three, the last of them at least `most`. */
export const valueTicks = (most: number): readonly number[] => {
  const half = Math.max(most, 1e-9) / 2
  const power = 10 ** Math.floor(Math.log10(half))
  const step =
    [1, 2, 2.5, 3, 4, 5, 6, 8, 10].map((times) => times * power).find((each) => each >= half) ?? half
  // Of what is counted there is no half.
  const whole = most <= 2 ? 1 : step
  return whole >= most ? [0, whole] : [0, whole, 2 * whole]
}

/** Times of the clock between two moments, so many at most: at full minutes, hours or days of this place. */
export const timeTicks = (from: number, to: number, most: number): readonly number[] => {
  const step = timeSteps.find((each) => (to - from) / each <= most) ?? 86_400_000
  const offset = new Date(to).getTimezoneOffset() * 60_000
  const first = Math.ceil((from - offset) / step) * step + offset
  return Array.from(
    { length: Math.max(0, Math.floor((to - first) / step) + 1) },
    (_, nth) => first + nth * step,
  )
}

/** Where `value` is between `from` and `to`, on a length from 0. */
export const place = (value: number, from: number, to: number, length: number): number =>
  to === from ? 0 : ((value - from) / (to - from)) * length

/** First and last index of each run of points that follow one another without a hole and have something. */
export const runs = (
  times: readonly number[],
  stepMs: number,
  has: (index: number) => boolean,
): readonly (readonly [first: number, last: number])[] => {
  const found: [number, number][] = []
  for (const [index, at] of times.entries()) {
    if (!has(index)) continue
    const run = found.at(-1)
    const before = times[index - 1]
    if (run && run[1] === index - 1 && before !== undefined && at - before <= 1.5 * stepMs) run[1] = index
    else found.push([index, index])
  }
  return found
}

/** An SVG path through points, at tenths of a pixel. */
export const pathThrough = (points: readonly (readonly [x: number, y: number])[]): string =>
  points.map(([x, y], nth) => `${nth === 0 ? 'M' : 'L'}${+x.toFixed(1)} ${+y.toFixed(1)}`).join('')

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
