import { type OrderDetail as Order, walletCalls } from '@minefall/shared/contracts/rest'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../calls/api.ts'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { useSession } from '../../../machines/session/index.ts'
import { buttonClass, Spinner } from '../../../ui/Button.tsx'
import { Coins } from '../../../ui/Coins.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TestMoney } from '../../../ui/TestMoney.tsx'
import styles from './detail.module.css'
import { OrderReason, OrderTrack, OrderTrouble, StatusChip } from './OrderTrack.tsx'
import { coinSign, statusName, useOrderText } from './order-status.ts'
import { useOrder } from './use-orders.ts'

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
const Fee = ({ order }: { order: Order }) => {
  const text = useOrderText()
  return order.kind === 'deposit' ? text.sum(order.fee, order) : text.coins(order.feeCoins)
}

/** Everything that is known of an order, field by field. */
const OrderFacts = ({ order }: { order: Order }) => {
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

type Proof = Order['proofs'][number]

/** Fetched with the session's token: no address of a proof is good on its own. */
const useProof = (id: string) => {
  const userId = useSession(({ context }) => context.user?.id)
  return useQuery({
    queryKey: ['account', userId, 'proof', id],
    queryFn: ({ signal }) => ask(walletCalls.proof, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
}

const ProofPicture = ({ proof, number }: { proof: Proof; number: number }) => {
  const { t } = useTranslation('orders')
  const text = useOrderText()
  const { data, isError, refetch } = useProof(proof.id)
  const url = useObjectUrl(data)
  const [isLarge, setLarge] = useState(false)
  const alt = t('proof.alt', { number, at: text.time(proof.at) })
  if (isError)
    return (
      <button
        type="button"
        className={styles.thumb}
        aria-label={t('proof.again', { number })}
        onClick={() => refetch()}
      >
        <Icon name="again" />
      </button>
    )
  return (
    <>
      <button
        type="button"
        className={styles.thumb}
        aria-label={t('proof.open', { number })}
        aria-busy={url === null}
        disabled={url === null}
        onClick={() => setLarge(true)}
      >
        {url === null ? <Spinner /> : <img src={url} alt="" />}
      </button>
      {url !== null && isLarge && (
        <Dialog open size="wide" title={t('proof.title', { number })} onClose={() => setLarge(false)}>
          <img className={styles.large} src={url} alt={alt} />
        </Dialog>
      )}
    </>
  )
}

/** The pictures of a payment, small; each opens large. */
const ProofPictures = ({ proofs }: { proofs: readonly Proof[] }) => (
  <span className={styles.thumbs}>
    {proofs.map((proof, place) => (
      <ProofPicture key={proof.id} proof={proof} number={place + 1} />
    ))}
  </span>
)

const Waiting = () => (
  <div className={styles.waiting} aria-busy="true">
    <Skeleton width="9rem" height="28px" />
    <Skeleton width="12rem" height="48px" />
    <Skeleton height="176px" />
    <Skeleton height="320px" />
  </div>
)

const Standing = ({ order }: { order: Order }) => {
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
      {!isOnline && order && <Note icon="offline">{t('reconnecting')}</Note>}
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
