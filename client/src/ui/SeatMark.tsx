import { useTranslation } from 'react-i18next'
import { classes } from './classes.ts'
import styles from './SeatMark.module.css'
import { seatClass } from './seat-class.ts'

/** By seat: circle, diamond, triangle, square, hexagon, star, each with the line its number stands on. */
export const seatShapes = [
  { name: 'circle', path: 'M12 1.500a10.500 10.500 0 1 1 0 21 10.500 10.500 0 0 1 0-21z', y: 16.4 },
  { name: 'diamond', path: 'M12 0l12 12-12 12L0 12z', y: 16.3 },
  {
    name: 'triangle',
    path: 'M12 .5q1.200 0 1.900 1.200l9.800 17.500q1.300 2.800-1.600 3.300H1.900Q-1 22 0 19.200L10.100 1.700Q10.800.5 12 .5z',
    y: 19.2,
  },
  {
    name: 'square',
    path: 'M4.500 1.500h15a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3h-15a3 3 0 0 1-3-3v-15a3 3 0 0 1 3-3z',
    y: 16.4,
  },
  { name: 'hexagon', path: 'M12 .3l10.200 5.850v11.700L12 23.700 1.800 17.850V6.150z', y: 16.4 },
  {
    name: 'star',
    path: 'M12 0l3.200 6.500 6.900-2-2 6.900L24 12l-3.900.6 2 6.900-6.900-2L12 24l-3.200-6.500-6.900 2 2-6.900L0 12l3.900-.6-2-6.900 6.900 2z',
    y: 16.4,
  },
] as const

export type SeatMarkProps = {
  /** 0 to 5; shown as 1 to 6. */
  seat: number
  /** Grey, for a seat that is out. */
  out?: boolean | undefined
  /** Silent, when the seat is named beside it anyway. */
  silent?: boolean | undefined
  className?: string | undefined
}

/** Who, by colour and shape and number at once. */
export const SeatMark = ({ seat, out = false, silent = false, className }: SeatMarkProps) => {
  const { t } = useTranslation('ui')
  const shape = seatShapes[seat]
  if (!shape) return null
  return (
    <svg
      className={classes(styles.mark, seatClass(seat), out && styles.out, className)}
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
}
