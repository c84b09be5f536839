import { isEnded, movesFrom, type OrderStatus } from '@minefall/shared/payments'
import type { Sql } from '../../db/index.ts'
import { notifyBalance, notifyOrder } from '../../players/index.ts'
import type { World } from '../world.ts'
import { type OrderRow, orderRowSchema } from './order-row.ts'

/** Tells staff to read an order again, after the commit of what they see of it. */
export const notifyStaff = ({ bus }: Pick<World, 'bus'>, { id }: Pick<OrderRow, 'id'>): void =>
  bus.publish('desk.changed', null, { what: 'orders', orderId: id })

/**
 * Tells a player's live connections that an order moved and what they have now, and staff to read it again; after the
 * commit. Never rejects.
 */
export const notifyOrderMoved = async (
  world: Pick<World, 'db' | 'bus' | 'log'>,
  order: OrderRow,
): Promise<void> => {
  notifyOrder(world, order)
  notifyStaff(world, order)
  await notifyBalance(world, order.playerId)
}

/** Who moves an order: a player or a member of staff by id, a provider by name, or the clock. */
export type Actor = { kind: 'player' | 'staff' | 'provider'; id: string } | { kind: 'clock' }

export const actorId = (actor: Actor): string => (actor.kind === 'clock' ? 'clock' : actor.id)

export type Move = {
  to: OrderStatus
  by: Actor
  /** Milliseconds since 1970. */
  at: number
  /** Of an end without success: why, and what is reported about it. */
  reason?: { code: 'expired' | 'declined' | 'refused'; text: string | null }
  /** Of a completion: the payment as others name it, and what is credited where it is not coins. */
  reference?: string
  asset?: OrderRow['asset']
}

/**
 * Moves a locked order one step and writes the event, in the caller's transaction. Answers the order as it is then.
 * Throws for a step that its kind has not: anyone who calls looks at {@link movesFrom} first, with the order locked.
 */
export const moveOrder = async (
  tx: Sql,
  order: Pick<OrderRow, 'id' | 'kind' | 'number' | 'status'>,
  { to, by, at, reason, reference, asset }: Move,
): Promise<OrderRow> => {
  if (!movesFrom(order.kind, order.status).includes(to))
    throw new RangeError(`order ${order.number} can't move from ${order.status} to ${to}`)
  const { rows } = await tx.query(
    `with moved as (
       update wallet_order set status = $2, version = version + 1, reason = $3, reason_text = $4,
         reference = coalesce($5, reference), ended_at = $6, asset = coalesce($12, asset)
       where id = $1 and status = $7 returning *
     ), told as (
       insert into wallet_order_event (order_id, nth, status, actor_kind, actor, reason, at)
       select id, version, $2, $8, $9, $10, $11 from moved
     )
     select * from moved`,
    [
      order.id,
      to,
      reason?.code ?? null,
      reason?.text ?? null,
      reference ?? null,
      isEnded(to) ? new Date(at) : null,
      order.status,
      by.kind,
      actorId(by),
      reason ? (reason.text ?? reason.code) : null,
      new Date(at),
      asset ?? null,
    ],
  )
  const moved = orderRowSchema.optional().parse(rows[0])
  if (!moved) throw new Error(`order ${order.number} was not locked`)
  return moved
}
