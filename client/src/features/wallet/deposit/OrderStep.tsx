import { type Channel, type OrderDetail, proofsMax } from '@minefall/shared/contracts/rest'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatCoins, formatSum } from '../../../lib/format.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { Coins } from '../../../ui/Coins.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TestMoney } from '../../../ui/TestMoney.tsx'
import {
  OrderReason,
  OrderTrack,
  OrderTrouble,
  orderKey,
  type useOrder,
  useOrderText,
} from '../orders/index.ts'
import { Step, Sums } from '../parts/Step.tsx'
import { CheckoutPay } from './CheckoutPay.tsx'
import { usePayment } from './DueCard.tsx'
import { type Outcome, outcomeOf, stepOfOrder } from './draft.ts'
import { ManualPay } from './ManualPay.tsx'
import { ProofUpload, useProofUpload } from './ProofUpload.tsx'
import styles from './proof.module.css'

/** Pictures can be added until staff look at them. */
const takesProof = ({ method, status, proofs }: OrderDetail): boolean =>
  method !== 'checkout' && status === 'paid' && proofs.length < proofsMax

/** A picture for anyone who said that they paid without one, or wants to add another. */
const MoreProof = ({ userId, order }: { userId: string; order: OrderDetail }) => {
  const { t } = useTranslation('deposit')
  const client = useQueryClient()
  const proof = useProofUpload(order.id)
  const send = async () => {
    const sent = await proof.send()
    if (sent) client.setQueryData(orderKey(userId, order.id), sent)
  }
  return (
    <ProofUpload of={proof} count={order.proofs.length}>
      {proof.file && (
        <Button icon="upload" busy={proof.share !== null} onClick={send}>
          {t(proof.trouble || proof.isCanceled ? 'proof.retry' : 'proof.send')}
        </Button>
      )}
    </ProofUpload>
  )
}

const icons = {
  sent: 'check',
  received: 'check',
  credited: 'check',
  failed: 'close',
  declined: 'close',
  expired: 'clock',
  pending: 'clock',
} as const satisfies Record<Outcome, IconName>

const isOver = (outcome: Outcome) => outcome === 'failed' || outcome === 'declined' || outcome === 'expired'

const Headline = ({ order, outcome }: { order: OrderDetail; outcome: Outcome }) => {
  const { t, i18n } = useTranslation(['deposit', 'wallet'])
  const amount = formatCoins(order.amount, i18n.language)
  return (
    <div className={styles.head} data-outcome={isOver(outcome) ? outcome : 'well'}>
      <span className={styles.well}>
        <Icon name={icons[outcome]} size={44} />
      </span>
      <div className={styles.words} role="status">
        <h3>{t(`done.${outcome}`)}</h3>
        <p>{t(`done.${outcome}Text`, { count: Number(order.amount), amount })}</p>
        {order.asset === 'promo' && <p>{t('wallet:testMoneyText')}</p>}
      </div>
    </div>
  )
}

/** The credited coins. Sandbox deposits are credited as bonus coins. */
const Credited = ({ order: { amount, asset } }: { order: OrderDetail }) => (
  <>
    {asset === 'promo' && <TestMoney />} <Coins amount={amount} purse={asset} />
  </>
)

type DoneStepProps = { userId: string; order: OrderDetail; onAgain(): void }

/** A deposit's progress, step by step. */
const DoneStep = ({ userId, order, onAgain }: DoneStepProps) => {
  const { t, i18n } = useTranslation('deposit')
  const text = useOrderText()
  const outcome = outcomeOf(order)
  return (
    <Step
      foot={
        <>
          {isOver(outcome) ? (
            <Button variant="primary" size="big" wide onClick={onAgain}>
              {t('newOrder')}
            </Button>
          ) : (
            <Link
              className={buttonClass({ variant: 'primary', size: 'big', wide: true })}
              to="/"
              search={{ modal: 'wallet' }}
            >
              {t('toWallet')}
            </Link>
          )}
          <Link
            className={buttonClass({ variant: 'text', wide: true })}
            to="/"
            search={{ modal: 'wallet', tab: 'deposits', order: order.id }}
          >
            {t('details')}
          </Link>
        </>
      }
    >
      <Headline order={order} outcome={outcome} />
      {outcome === 'failed' && <OrderReason reason={order.reason} />}
      <p className={styles.number}>
        <span>{t('order')}</span>
        <b>{order.number}</b>
        <CopyButton text={order.number} what={t('what.number')} />
      </p>
      <OrderTrack order={order} />
      {takesProof(order) && <MoreProof userId={userId} order={order} />}
      <Sums
        lines={[
          { name: t('coinsLabel'), value: <Credited order={order} /> },
          { name: t('sum.total'), value: formatSum(order.total, order.currency, i18n.language) },
          { name: t('method'), value: text.method(order) },
        ]}
      />
    </Step>
  )
}

type PayStepProps = { userId: string; order: OrderDetail; isSandbox: boolean }

/** How an order is paid, by its method. */
const PayStep = ({ userId, order, isSandbox }: PayStepProps) => {
  const payment = usePayment(userId, order)
  return order.method === 'checkout' ? (
    <CheckoutPay order={order} payment={payment} isSandbox={isSandbox} />
  ) : (
    <ManualPay order={order} method={order.method} payment={payment} />
  )
}

type OrderStepProps = {
  userId: string
  of: ReturnType<typeof useOrder>
  /** The ways to pay that are open now. */
  channels: readonly Channel[]
  onAgain(): void
}

const Waiting = () => (
  <Step>
    <Skeleton height="104px" />
    <Skeleton height="164px" />
    <Skeleton height="120px" />
  </Step>
)

/** An order that was placed: to be paid, or its outcome. */
export const OrderStep = ({ userId, of, channels, onAgain }: OrderStepProps) => {
  const { data: order } = of
  if (!order) return of.isError || of.fetchStatus === 'paused' ? <OrderTrouble of={of} /> : <Waiting />
  const isSandbox = channels.some(({ method, sandbox }) => method === order.method && sandbox)
  return stepOfOrder(order.status) === 'pay' ? (
    <PayStep key={order.id} userId={userId} order={order} isSandbox={isSandbox} />
  ) : (
    <DoneStep userId={userId} order={order} onAgain={onAgain} />
  )
}
