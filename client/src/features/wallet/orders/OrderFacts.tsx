import type { OrderDetail } from '@minefall/shared/contracts/rest'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import styles from './detail.module.css'
import { useOrderText } from './order-text.ts'
import { ProofPictures } from './ProofPictures.tsx'

type FactProps = { name: string; children: ReactNode; copy?: { text: string; what: string } | undefined }

const Fact = ({ name, children, copy }: FactProps) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>
      {children}
      {copy && <CopyButton {...copy} />}
    </dd>
  </div>
)

/** What a fee was taken of: money of a deposit, coins of a withdrawal. */
const Fee = ({ order }: { order: OrderDetail }) => {
  const text = useOrderText()
  return order.kind === 'deposit' ? text.sum(order.fee, order) : text.coins(order.feeCoins)
}

/** Everything that is known of an order, field by field. */
export const OrderFacts = ({ order }: { order: OrderDetail }) => {
  const { t } = useTranslation('orders')
  const text = useOrderText()
  const isDeposit = order.kind === 'deposit'
  const endedBadly = order.endedAt !== null && order.status !== 'completed'
  return (
    <dl className={styles.facts}>
      <Fact name={t('field.number')} copy={{ text: order.number, what: t('what.number') }}>
        {order.number}
      </Fact>
      <Fact name={t('field.amount')}>{text.coins(order.amount)}</Fact>
      <Fact name={t('field.rate')}>{text.rate(order)}</Fact>
      <Fact name={t('field.fiat')}>{text.sum(order.fiat, order)}</Fact>
      <Fact name={t('field.fee')}>
        <Fee order={order} />
      </Fact>
      <Fact name={t(isDeposit ? 'field.total' : 'field.totalOut')}>
        <b>{text.sum(order.total, order)}</b>
      </Fact>
      <Fact name={t(isDeposit ? 'field.method' : 'field.methodOut')}>{text.method(order)}</Fact>
      {order.destination !== null && <Fact name={t('field.destination')}>{order.destination}</Fact>}
      <Fact
        name={t('field.remark')}
        copy={order.remark === '' ? undefined : { text: order.remark, what: t('what.remark') }}
      >
        {order.remark || t('none')}
      </Fact>
      {order.reference !== null && (
        <Fact name={t('field.reference')} copy={{ text: order.reference, what: t('what.reference') }}>
          {order.reference}
        </Fact>
      )}
      <Fact name={t('field.createdAt')}>{text.time(order.createdAt)}</Fact>
      <Fact name={t(endedBadly ? 'field.endedBadly' : 'field.endedAt')}>
        {order.endedAt === null ? t('notYet') : text.time(order.endedAt)}
      </Fact>
      {isDeposit && (
        <Fact name={t('field.proof')}>
          {order.proofs.length === 0 ? t('none') : <ProofPictures proofs={order.proofs} />}
        </Fact>
      )}
    </dl>
  )
}
