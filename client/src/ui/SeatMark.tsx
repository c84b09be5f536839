import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { seatClass } from './Avatar.tsx'
import { classes } from './classes.ts'
import styles from './SeatMark.module.css'

/** By seat: circle, diamond, triangle, square, hexagon, star, each with the line its number stands on. */
export const seatShapes = [
  { name: 'circle', path: 'M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z', y: 16.4 },
  { name: 'diamond', path: 'M12 0l12 12-12 12L0 12z', y: 16.3 },
  {
    name: 'triangle',
    path: 'M12 .5q1.2 0 1.9 1.2l9.8 17.5q1.3 2.8-1.6 3.3H1.9Q-1 22 0 19.2L10.1 1.7Q10.8.5 12 .5z',
    y: 19.2,
  },
  {
    name: 'square',
    path: 'M4.5 1.5h15a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3h-15a3 3 0 0 1-3-3v-15a3 3 0 0 1 3-3z',
    y: 16.4,
  },
  { name: 'hexagon', path: 'M12 .3l10.2 5.85v11.7L12 23.7 1.8 17.85V6.15z', y: 16.4 },
  {
    name: 'star',
    path: 'M12 0l3.2 6.5 6.9-2-2 6.9L24 12l-3.9.6 2 6.9-6.9-2L12 24l-3.2-6.5-6.9 2 2-6.9L0 12l3.9-.6-2-6.9 6.9 2z',
    y: 16.4,
  },
] as const

export type SeatMarkProps = {
  /** 0 to 5; shown as 1 to 6. */
  seat: number
  /** Gray, for a seat that is out. */
  out?: boolean | undefined
  /** Silent, when the seat is named beside it anyway. */
  silent?: boolean | undefined
  className?: string | undefined
}

/** Who, by color and shape and number at once. */
export const SeatMark = memo(({ seat, out = false, silent = false, className }: SeatMarkProps) => {
  const { t } = useTranslation('ui')
  const shape = seatShapes[seat]
  if (!shape) return null
  return (
    <svg
      className={classes(styles.mark, seatClass(seat), out && styles.out, className)}
      data-behind=""
      viewBox="-1 -1 26 26"
      role="img"
      aria-hidden={silent || undefined}
      aria-label={t(`seat.${shape.name}`, { number: seat + 1 })}
    >
      <path d={shape.path} />
      <text x="12" y={shape.y}>
        {seat + 1}
      </text>
    </svg>
  )
})
