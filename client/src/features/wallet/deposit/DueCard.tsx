import type { OrderDetail } from '@minefall/shared/contracts/rest'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../calls/notices.ts'
import { clockText, shareLeft, useCountdown } from '../../../lib/countdown.ts'
import { formatSum } from '../../../lib/format.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { serverNow } from '../../../machines/connection/index.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Note } from '../../../ui/Note.tsx'
import { orderKey } from '../orders/index.ts'
import styles from './guide.module.css'

/** The payment of an order as this page follows it. */
export type Payment = {
  isOnline: boolean
  /** Its time is up. */
  isOver: boolean
  /** The order as a call just answered it. */
  moved(order: OrderDetail): void
  /** Reads the order again. */
  look(): void
}

export const usePayment = (userId: string, order: OrderDetail): Payment => {
  const client = useQueryClient()
  const isOnline = useOnline()
  const isOver = useCountdown(order.expiresAt, serverNow) === 0
  const queryKey = orderKey(userId, order.id)
  const look = () => void client.invalidateQueries({ queryKey })
  const lookAtTheEnd = useEffectEvent(look)
  useEffect(() => {
    if (isOver) lookAtTheEnd()
  }, [isOver])
  return { isOnline, isOver, look, moved: (next) => void client.setQueryData(queryKey, next) }
}

/** What keeps an order from being paid now. */
export const PayTrouble = ({ payment, error }: { payment: Payment; error: unknown }) => {
  const { t } = useTranslation('deposit')
  return (
    <>
      {!payment.isOnline && <Note icon="offline">{t('offline')}</Note>}
      {payment.isOver && (
        <Note icon="clock" role="alert">
          {t('timeUp')}
        </Note>
      )}
      {error !== null && (
        <Note icon="alert" role="alert">
          {errorText(error)}
        </Note>
      )}
    </>
  )
}

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
