import type { Channel, OrderDetail } from '@minefall/shared/contracts/rest'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { OrderTrouble, type useOrder } from '../orders/index.ts'
import { Step } from '../parts/Step.tsx'
import { CheckoutPay } from './CheckoutPay.tsx'
import { DoneStep } from './DoneStep.tsx'
import { stepOfOrder } from './deposit-steps.ts'
import { ManualPay } from './ManualPay.tsx'
import { usePayment } from './use-payment.ts'

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

/** An order that was placed: to be paid, or what became of it. */
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
