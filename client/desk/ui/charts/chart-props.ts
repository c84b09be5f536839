import type { Series } from './series.ts'

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

/** As a part of a chart is given it. */
export type Written = Pick<ChartProps, 'title' | 'times' | 'series'> & Required<Pick<ChartProps, 'format'>>

/** The time of day as charts write it. */
export const chartClock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
