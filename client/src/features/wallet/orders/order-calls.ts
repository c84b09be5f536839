import { type OrderDetail, orderDetailSchema, ordersPageSchema } from '@minefall/shared/contracts'
import type { OrderKind, OrderStatus, PaymentMethod } from '@minefall/shared/payments'
import type { z } from 'zod'
import { formatQuery } from '../../../app/query-string.ts'
import { getData, getFile } from '../../../lib/api.ts'

// Every call rejects with a `CallError`.

export type OrdersPage = z.infer<typeof ordersPageSchema>

/** Which orders; null is any. `from` is when they were placed at the earliest, in milliseconds since 1970. */
export type OrdersAsked = {
  kind: OrderKind
  status: OrderStatus | null
  method: PaymentMethod | null
  from: number | null
}

/** `GET /api/wallet/orders`: a page of one's own, the newest first. */
export const fetchOrders = (
  asked: OrdersAsked & { cursor: string | null },
  signal: AbortSignal,
): Promise<OrdersPage> => getData(`/api/wallet/orders${formatQuery(asked)}`, ordersPageSchema, signal)

/** `GET /api/wallet/orders/:id`. */
export const fetchOrder = (id: string, signal: AbortSignal): Promise<OrderDetail> =>
  getData(`/api/wallet/orders/${id}`, orderDetailSchema, signal)

/** `GET /api/wallet/proofs/:id`: a picture of a payment, for its owner alone. */
export const fetchProof = (id: string, signal: AbortSignal): Promise<Blob> =>
  getFile(`/api/wallet/proofs/${id}`, { signal })
