import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatSum } from '../../../lib/format.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useUnpaidDeposits } from '../orders/index.ts'
import styles from './unpaid.module.css'

/** Orders that were placed and not paid yet: the way back to each, so that nobody places one twice. */
export const Unpaid = ({ userId }: { userId: string }) => {
  const { t, i18n } = useTranslation(['deposit', 'orders'])
  const orders = useUnpaidDeposits(userId).data?.pages.flatMap(({ items }) => items) ?? []
  if (orders.length === 0) return null
  return (
    <section className={styles.unpaid} aria-label={t('unpaid.title')}>
      <h3 className={styles.title}>
        <Icon name="clock" size={18} />
        {t('unpaid.title')}
      </h3>
      <ul>
        {orders.map((order) => (
          <li key={order.id} className={styles.one}>
            <span>
              <b>{formatSum(order.total, order.currency, i18n.language)}</b>
              <small>{order.number}</small>
            </span>
            <Link
              className={buttonClass({ variant: 'text' })}
              to="/"
              search={{ modal: 'deposit', step: 'pay', order: order.id }}
              aria-label={t('unpaid.go', { number: order.number })}
            >
              {t('orders:continue')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
