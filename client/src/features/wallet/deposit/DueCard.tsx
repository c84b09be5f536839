import type { OrderDetail } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { formatSum } from '../../../lib/format.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { CountdownRing } from './CountdownRing.tsx'
import styles from './due.module.css'

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
