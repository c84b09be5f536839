import { type PaymentOutcome, paymentOutcomeSchema } from '@minefall/shared/contracts/rest'
import { formatUnits } from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { moveOrder } from '../orders/move-order.ts'
import { isReferenceUsed, type OrderRow, readOrder } from '../orders/order-row.ts'
import { completeDeposit, failDeposit } from '../orders/settle-order.ts'
import type { PaymentEvent } from './provider.ts'

type Settled = { outcome: PaymentOutcome; order: OrderRow | null }
type ProviderReport = { provider: string; event: PaymentEvent; at: number }

const orderOf = async (tx: Sql, { provider, event }: ProviderReport): Promise<OrderRow | null> => {
  const { rows } = await tx.query<{ order_id: string }>(
    'select order_id from checkout_session where provider = $1 and reference = $2',
    [provider, event.reference],
  )
  const order = rows[0] ? await readOrder(tx, rows[0].order_id, { lock: true }) : null
  return order?.number === event.number ? order : null
}

/**
 * Credits an order that waits for its payment, or leaves it to staff where what was paid is not what was asked, or came
 * after the order failed.
 */
const settlePaid = async (
  tx: Sql,
  order: OrderRow,
  { provider, event, at }: ProviderReport,
): Promise<Settled> => {
  if (order.status === 'completed' && order.reference === event.reference)
    return { outcome: 'no-effect', order }
  if (order.status === 'completed' || order.reason === 'refused') return { outcome: 'too-late', order }
  const hasFailed = order.status === 'failed'
  if (order.status !== 'submitted' && !hasFailed) return { outcome: 'under-review', order }
  const by = { kind: 'provider', id: provider } as const
  const paid = hasFailed ? order : await moveOrder(tx, order, { to: 'paid', by, at })
  const reviewing = await moveOrder(tx, paid, { to: 'reviewing', by, at })
  const isWhatWasAsked =
    event.currency === order.currency && event.amount === formatUnits(order.totalFiat, order.decimals)
  if (!isWhatWasAsked) return { outcome: 'amount-differs', order: reviewing }
  const { reference } = event
  if (hasFailed || (await isReferenceUsed(tx, order, reference)))
    return { outcome: 'under-review', order: reviewing }
  return { outcome: 'completed', order: await completeDeposit(tx, reviewing, { by, at, reference }) }
}

const settleDeclined = async (
  tx: Sql,
  order: OrderRow,
  { provider, at }: ProviderReport,
): Promise<Settled> => {
  if (order.status !== 'submitted') return { outcome: 'no-effect', order }
  const by = { kind: 'provider', id: provider } as const
  const reason = { code: 'declined', text: null } as const
  return { outcome: 'declined', order: await failDeposit(tx, order, { by, at, reason }) }
}

const outcomeBefore = async (
  tx: Sql,
  { provider, event }: ProviderReport,
): Promise<PaymentOutcome | null> => {
  const { rows } = await tx.query(
    'select outcome from provider_event where provider = $1 and event_id = $2',
    [provider, event.id],
  )
  return z.object({ outcome: paymentOutcomeSchema }).optional().parse(rows[0])?.outcome ?? null
}

/**
 * Does what an event says, once for each event, and keeps the outcome, in the caller's transaction with the order
 * locked. `moved` is the order where it moved; `repeated` says that the event was known. A payment is credited while
 * the order waits for it, also when its time is over and no one has noticed: the provider took the money in time.
 */
export const settleEvent = async (
  tx: Sql,
  told: ProviderReport,
): Promise<{ outcome: PaymentOutcome; repeated: boolean; moved: OrderRow | null }> => {
  const { provider, event, at } = told
  const order = await orderOf(tx, told)
  const before = await outcomeBefore(tx, told)
  if (before) return { outcome: before, repeated: true, moved: null }
  const settle = event.kind === 'paid' ? settlePaid : settleDeclined
  const settled: Settled = order ? await settle(tx, order, told) : { outcome: 'unknown-order', order }
  await tx.query(
    `insert into provider_event (provider, event_id, order_id, kind, outcome, at) values ($1, $2, $3, $4, $5, $6)`,
    [provider, event.id, order?.id ?? null, event.kind, settled.outcome, new Date(at)],
  )
  const hasMoved = settled.order?.version !== order?.version
  return { outcome: settled.outcome, repeated: false, moved: hasMoved ? settled.order : null }
}
