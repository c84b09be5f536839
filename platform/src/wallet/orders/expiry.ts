import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { OrderRow } from './order-row.ts'
import { failDeposit } from './settle-order.ts'

/**
 * How long after its time a deposit with a payment window is still kept, in milliseconds: what was paid there in time
 * may be told later, and is credited only while the order waits for it.
 */
const toldWithinMs = 300_000

/** Of an order `o`: nothing can be paid for it any more at $1, nor be told of it at $2. */
const isOver = `o.status = 'submitted' and o.expires_at <= $1
  and (o.expires_at <= $2 or not exists (select from checkout_session s where s.order_id = o.id))`

const times = (now: number) => [new Date(now), new Date(now - toldWithinMs)]

/** Whether a deposit's time to be paid is over while it waits for that. Milliseconds since 1970. */
export const isOverdue = ({ status, expiresAt }: OrderRow, now: number): boolean =>
  status === 'submitted' && expiresAt !== null && now >= expiresAt

/** Ends a locked deposit that is overdue, unless a payment of it may still be told; answers it as it is then. */
export const expireDeposit = async (tx: Sql, order: OrderRow, now: number): Promise<OrderRow> => {
  const { count } = await tx.query(`select from wallet_order o where ${isOver} and o.id = $3`, [
    ...times(now),
    order.id,
  ])
  if (count === 0) return order
  const by = { kind: 'clock' } as const
  return failDeposit(tx, order, { by, at: now, reason: { code: 'expired', text: null } })
}

/** Deposits that are to be ended, the longest overdue first. */
export const readOver = async (sql: Sql, now: number, limit: number): Promise<string[]> => {
  const { rows } = await sql.query(
    `select o.id from wallet_order o where ${isOver} order by o.expires_at limit $3`,
    [...times(now), limit],
  )
  return z
    .object({ id: z.string() })
    .array()
    .parse(rows)
    .map(({ id }) => id)
}
