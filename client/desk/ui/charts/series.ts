/** Colours of charts, by the desk's tokens. */
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
