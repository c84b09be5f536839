import { useTranslation } from 'react-i18next'
import { classes } from '../../ui/classes.ts'
import { seatClass } from '../../ui/seat-class.ts'
import styles from './SeatDots.module.css'

export type SeatDotsProps = {
  seats: number
  /** Seats taken at the fullest gathering match; null while nobody knows. */
  taken: number | null
}

/** The next match's seats, filling. */
export const SeatDots = ({ seats, taken }: SeatDotsProps) => {
  const { t } = useTranslation('lobby')
  const full = taken ?? 0
  const known = taken !== null
  return (
    <div className={styles.fill}>
      <span className={styles.seats} aria-hidden="true">
        {Array.from({ length: seats }, (_, seat) => seat).map((seat) => (
          <i key={seat} className={classes(styles.seat, seatClass(seat), seat < full && styles.taken)} />
        ))}
      </span>
      <span className={styles.ratio} aria-hidden="true">
        {known && t('table.ratio', { taken: full, seats })}
      </span>
      <span className={styles.spoken}>
        {known && (full === 0 ? t('table.free') : t('table.taken', { taken: full, seats }))}
      </span>
    </div>
  )
}
