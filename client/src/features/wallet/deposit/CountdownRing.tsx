import { useTranslation } from 'react-i18next'
import { useCountdown } from '../../../lib/countdown.ts'
import { serverNow } from '../../../machines/connection/index.ts'
import { clockText, shareLeft } from './clock-text.ts'
import styles from './due.module.css'

const lastMinuteSeconds = 60

/** How long an order may still be paid, by the server's clock. `from` and `until` are in milliseconds since 1970. */
export const CountdownRing = ({ from, until }: { from: number; until: number }) => {
  const { t } = useTranslation('deposit')
  const left = useCountdown(until, serverNow) ?? 0
  const share = shareLeft(from, until, left * 1000)
  return (
    <span
      className={styles.ring}
      role="timer"
      aria-label={t('timeLeft', { time: clockText(left) })}
      data-late={left <= lastMinuteSeconds}
    >
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle className={styles.track} cx="32" cy="32" r="29" />
        <circle
          className={styles.time}
          cx="32"
          cy="32"
          r="29"
          pathLength="1"
          strokeDasharray="1 1"
          strokeDashoffset={1 - share}
        />
      </svg>
      <span aria-hidden="true">{clockText(left)}</span>
    </span>
  )
}
