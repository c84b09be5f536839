import type { OrderDetail } from '@minefall/shared/contracts'
import { CheckoutPay } from './CheckoutPay.tsx'
import { ManualPay } from './ManualPay.tsx'
import { usePayment } from './use-payment.ts'

/** How an order is paid, by its method. */
export const PayStep = ({ userId, order }: { userId: string; order: OrderDetail }) => {
  const payment = usePayment(userId, order)
  return order.method === 'checkout' ? (
    <CheckoutPay order={order} payment={payment} />
  ) : (
    <ManualPay order={order} method={order.method} payment={payment} />
  )
}
