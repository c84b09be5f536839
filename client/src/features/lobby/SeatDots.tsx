import { useTranslation } from 'react-i18next'
import shape from '../../styles/shape.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import styles from './SeatDots.module.css'

export type SeatDotsProps = {
  seats: number
  /** Who sits at the match that gathers; null while nobody knows. */
  avatars: readonly string[] | null
}

/** The next match's seats, filling. */
export const SeatDots = ({ seats, avatars }: SeatDotsProps) => {
  const { t } = useTranslation('lobby')
  const known = avatars !== null
  const taken = avatars?.length ?? 0
  return (
    <div className={styles.fill}>
      <span className={styles.seats} aria-hidden="true">
        {Array.from({ length: seats }, (_, seat) => seat).map((seat) => {
          const avatar = avatars?.[seat]
          return avatar === undefined ? (
            <i key={seat} className={styles.seat} />
          ) : (
            <Avatar key={seat} className={styles.taken} id={avatar} seat={seat} />
          )
        })}
      </span>
      <span className={styles.ratio} aria-hidden="true">
        {known && t('table.ratio', { taken, seats })}
      </span>
      <span className={shape.aside}>
        {known && (taken === 0 ? t('table.free') : t('table.taken', { taken, seats }))}
      </span>
    </div>
  )
}
