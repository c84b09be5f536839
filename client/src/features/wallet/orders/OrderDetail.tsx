import type { OrderDetail as Detail } from '@minefall/shared/contracts/rest'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../../lib/use-online.ts'
import { useSession } from '../../../machines/session/index.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Coins } from '../../../ui/Coins.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TestMoney } from '../../../ui/TestMoney.tsx'
import styles from './detail.module.css'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderReason } from './OrderReason.tsx'
import { OrderTrack } from './OrderTrack.tsx'
import { OrderTrouble } from './OrderTrouble.tsx'
import { coinSign, statusName } from './order-status.ts'
import { StatusChip } from './StatusChip.tsx'
import { useOrder } from './use-orders.ts'

const Waiting = () => (
  <div className={styles.waiting} aria-busy="true">
    <Skeleton width="9rem" height="28px" />
    <Skeleton width="12rem" height="48px" />
    <Skeleton height="176px" />
    <Skeleton height="320px" />
  </div>
)

const Standing = ({ order }: { order: Detail }) => {
  const { t } = useTranslation('orders')
  return (
    <div className={styles.standing}>
      <StatusChip order={order} />
      <p className={styles.amount}>
        {order.asset === 'promo' && <TestMoney />}
        <Coins amount={order.amount} purse={order.asset} sign={coinSign(order)} />
      </p>
      <p className={styles.says} role="status">
        {t(`says.${statusName(order)}`)}
      </p>
    </div>
  )
}

export type OrderDetailProps = {
  orderId: string
  /** To the list it was opened from, where there is one. */
  onBack?: (() => void) | undefined
  onClose(): void
}

/** One deposit or withdrawal with all that is known of it, followed until it has ended. Nothing for guests. */
export const OrderDetail = ({ orderId, onBack, onClose }: OrderDetailProps) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['orders', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id) ?? ''
  const isOnline = useOnline()
  const asked = useOrder(userId, orderId)
  const order = asked.data
  const title = order ? t(`title.${order.kind}`) : asked.isError ? t('title.none') : t('common:loading')
  const isUnpaid = order?.kind === 'deposit' && order.status === 'submitted'
  return (
    <Sheet
      size="narrow"
      step={orderId}
      title={title}
      onBack={onBack}
      onClose={onClose}
      className={styles.detail}
      footer={
        isUnpaid && (
          <Link
            className={buttonClass({ variant: 'primary', size: 'big', wide: true })}
            to="/"
            search={{ modal: 'deposit', step: 'pay', order: orderId }}
          >
            {t('continue')}
          </Link>
        )
      }
    >
      {!isOnline && order && <Note icon="offline">{t('untold')}</Note>}
      <OrderTrouble of={asked} />
      {asked.isPending && isOnline && <Waiting />}
      {order && (
        <>
          <Standing order={order} />
          <OrderReason reason={order.reason} />
          <OrderTrack order={order} />
          <OrderFacts order={order} />
        </>
      )}
    </Sheet>
  )
}
