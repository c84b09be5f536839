import type { Order } from '@minefall/shared/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../../lib/format.ts'
import { Coins } from '../../../ui/Coins.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './history.module.css'
import { coinSign } from './order-status.ts'
import { useOrderText } from './order-text.ts'
import { StatusChip } from './StatusChip.tsx'

/** One order: how, when, its number, how it stands, what it moves; the way to all the rest. */
export const OrderLine = ({ order }: { order: Order }) => {
  const { i18n } = useTranslation('orders')
  const text = useOrderText()
  const isDeposit = order.kind === 'deposit'
  return (
    <li>
      <Link
        className={styles.line}
        to="/"
        search={{ modal: 'wallet', tab: isDeposit ? 'deposits' : 'withdrawals', order: order.id }}
      >
        <span className={styles.mark}>
          <Icon name={isDeposit ? 'incoming' : 'outgoing'} />
        </span>
        <span className={styles.what}>
          <b>{text.method(order)}</b>
          <small>
            {order.number} ·{' '}
            <time dateTime={new Date(order.createdAt).toISOString()} title={text.time(order.createdAt)}>
              {formatTime(order.createdAt, i18n.language)}
            </time>
          </small>
        </span>
        <span className={styles.status}>
          <StatusChip order={order} />
        </span>
        <span className={styles.sum}>
          <Coins amount={order.amount} purse={order.asset} sign={coinSign(order)} />
          <small>{text.sum(order.total, order)}</small>
        </span>
        <Icon name="right" size={16} className={styles.go} />
      </Link>
    </li>
  )
}
