import type { OrderDetail } from '@minefall/shared/contracts/rest'
import { useTranslation } from 'react-i18next'
import { clockText, shareLeft } from '../../../lib/clock-text.ts'
import { useCountdown } from '../../../lib/countdown.ts'
import { formatSum } from '../../../lib/format.ts'
import { serverNow } from '../../../machines/connection/index.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import styles from './due.module.css'

const lastMinuteSeconds = 60

/** How long an order may still be paid, by the server's clock. `from` and `until` are in milliseconds since 1970. */
const CountdownRing = ({ from, until }: { from: number; until: number }) => {
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

/** What is to be paid, and by when. */
export const DueCard = ({
  order,
  label,
  canCopy,
}: {
  order: OrderDetail
  label: string
  canCopy: boolean
}) => {
  const { t, i18n } = useTranslation('deposit')
  return (
    <section className={styles.due} aria-label={label}>
      <span className={styles.label}>{label}</span>
      <span className={styles.pay}>
        <b>{formatSum(order.total, order.currency, i18n.language)}</b>
        {canCopy && <CopyButton text={order.total} what={t('what.total')} />}
      </span>
      <span className={styles.number}>{order.number}</span>
      {order.expiresAt !== null && <CountdownRing from={order.createdAt} until={order.expiresAt} />}
    </section>
  )
}
