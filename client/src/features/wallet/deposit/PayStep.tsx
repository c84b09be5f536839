import type { OrderDetail } from '@minefall/shared/contracts'
import { CheckoutPay } from './CheckoutPay.tsx'
import { ManualPay } from './ManualPay.tsx'
import { usePayment } from './use-payment.ts'

type PayStepProps = { userId: string; order: OrderDetail; isSandbox: boolean }

/** How an order is paid, by its method. */
export const PayStep = ({ userId, order, isSandbox }: PayStepProps) => {
  const payment = usePayment(userId, order)
  return order.method === 'checkout' ? (
    <CheckoutPay order={order} payment={payment} isSandbox={isSandbox} />
  ) : (
    <ManualPay order={order} method={order.method} payment={payment} />
  )
}
