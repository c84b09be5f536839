import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatSum } from '../../../lib/format.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { OrderReason, OrderTrack, OrderTrouble, StatusChip, useOrder, useOrderText } from '../orders/index.ts'
import { Step } from '../parts/Step.tsx'
import { Sums } from '../parts/Sums.tsx'
import styles from './confirm.module.css'

const says = { pending: 'done.held', completed: 'done.completed', rejected: 'done.rejected' } as const
const isKnown = (status: string): status is keyof typeof says => Object.hasOwn(says, status)

type DoneStepProps = { userId: string; orderId: string; onAnother(): void; onClose(): void }

/** The order that was placed, followed until staff have decided. */
export const DoneStep = ({ userId, orderId, onAnother, onClose }: DoneStepProps) => {
  const { t, i18n } = useTranslation(['withdraw', 'orders'])
  const text = useOrderText()
  const asked = useOrder(userId, orderId)
  const order = asked.data
  if (!order) return <OrderTrouble of={asked} />
  return (
    <Step
      foot={
        <>
          <Button variant="primary" size="big" wide onClick={onClose}>
            {t('done.finish')}
          </Button>
          <div className={styles.after}>
            <Link
              className={buttonClass({ variant: 'quiet' })}
              to="/"
              search={{ modal: 'wallet', order: order.id }}
            >
              {t('done.order')}
            </Link>
            <Button variant="quiet" onClick={onAnother}>
              {t('done.another')}
            </Button>
          </div>
        </>
      }
    >
      <div className={styles.placed}>
        <StatusChip order={order} />
        <p className={styles.gets}>
          <span>{t('receive')}</span>
          <b>{formatSum(order.total, order.currency, i18n.language)}</b>
        </p>
        <p role="status">{t(isKnown(order.status) ? says[order.status] : 'done.held')}</p>
      </div>
      <OrderReason reason={order.reason} />
      <OrderTrack order={order} />
      <Sums
        lines={[
          { name: t('orders:field.number'), value: order.number },
          { name: t('orders:field.method'), value: text.method(order) },
          { name: t('sendTo'), value: order.destination ?? '–' },
          { name: t('amount'), value: formatCoins(order.amount, i18n.language) },
          { name: t('fee'), value: text.coins(order.feeCoins) },
        ]}
      />
    </Step>
  )
}
