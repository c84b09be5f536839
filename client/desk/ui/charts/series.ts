import { useCallback, useRef, useState } from 'react'

/** The width of an element in pixels, as it changes; 0 before it is known. */
export const useWidth = (): readonly [width: number, ref: (element: Element | null) => void] => {
  const [width, setWidth] = useState(0)
  const observer = useRef<ResizeObserver | null>(null)
  const ref = useCallback((element: Element | null) => {
    observer.current?.disconnect()
    if (!element) return
    observer.current = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    observer.current.observe(element)
  }, [])
  return [width, ref]
}

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
export type ChartFrame = Pick<ChartProps, 'title' | 'times' | 'series'> & Required<Pick<ChartProps, 'format'>>

/** The time of day as charts write it. */
export const chartClock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Colors of charts, by the desk's tokens. */
export type ChartColor =
  | 'live'
  | 'lagging'
  | 'resuming'
  | 'lost'
  | 'chart-1'
  | 'chart-1-wash'
  | 'chart-2'
  | 'chart-3'
  | 'chart-4'
  | 'chart-5'
  | 'chart-6'

export const colorOf = (color: ChartColor): string => `var(--${color})`

export type Series = {
  name: string
  color: ChartColor
  /** One for each time; null where there is none. */
  values: readonly (number | null)[]
}

/** Each series on top of those before it: from where to where, for each time. Null counts as nothing. */
export const stacked = (series: readonly Series[]): readonly (readonly (readonly [number, number])[])[] => {
  const heights: number[] = []
  return series.map(({ values }) =>
    values.map((value, index) => {
      const from = heights[index] ?? 0
      const to = from + (value ?? 0)
      heights[index] = to
      return [from, to] as const
    }),
  )
}
