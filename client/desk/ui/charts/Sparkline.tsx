import styles from './Sparkline.module.css'
import { pathThrough, place } from './scale.ts'
import { type ChartColor, colorOf } from './series.ts'

const [width, height] = [46, 16]

export type SparklineProps = {
  /** The oldest first. */
  values: readonly number[]
  /** What is as high as the line is at most, however low all of them are. */
  most?: number
  color?: ChartColor | undefined
}

/** The latest values as a small line beside the last of them in figures, which says it to who can't see it. */
export const Sparkline = ({ values, most = 200, color = 'chart-6' }: SparklineProps) => {
  const top = Math.max(most, ...values)
  const last = Math.max(1, values.length - 1)
  const points = values.map((value, n) => [place(n, 0, last, width), 15 - place(value, 0, top, 14)] as const)
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={pathThrough(points)} style={{ stroke: colorOf(color) }} />
    </svg>
  )
}
