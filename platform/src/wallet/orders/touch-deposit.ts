import { bodyCode } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import type { World } from '../world.ts'
import type { OrderRow } from './order-row.ts'
import { type Asked, ownOrder } from './own-order.ts'
import { failDeposit } from './settle-order.ts'
import { tellMoved } from './tell-moved.ts'

/** Whether a deposit's time to be paid is over while it still waits for that. Milliseconds since 1970. */
export const isOverdue = ({ status, expiresAt }: OrderRow, now: number): boolean =>
  status === 'submitted' && expiresAt !== null && now >= expiresAt

/** Ends a locked deposit that is overdue. */
export const expireDeposit = (tx: Sql, order: OrderRow, at: number): Promise<OrderRow> =>
  failDeposit(tx, order, { by: { kind: 'clock' }, at, reason: { code: 'expired', text: null } })

/** What is answered about an order that can't do what is asked: that it expired, or that it moved on. */
export const movedOn = ({ reason }: OrderRow): Refusal =>
  refusal(bodyCode.orderMoved, reason === 'expired' ? { notice: 'order-expired' } : undefined)

/**
 * Does something to a player's own deposit while it is locked, in one transaction, and tells the player when it moved.
 * `act` answers the order as it is then, or refuses before it writes; it may be run again and acts in the database alone.
 * A deposit whose time is over fails on the spot instead, and is refused as expired then and whenever it is touched.
 */
export const touchDeposit = async (
  world: Pick<World, 'db' | 'bus' | 'log' | 'clock'>,
  asked: Asked,
  act: (tx: Sql, order: OrderRow, at: number) => Promise<OrderRow | Refusal>,
): Promise<OrderRow | Refusal> => {
  const { before, after } = await world.db.transaction(async (tx) => {
    const before = await ownOrder(tx, asked, { lock: true })
    if (isRefusal(before)) return { before, after: before }
    if (before.kind !== 'deposit') return { before, after: movedOn(before) }
    const at = world.clock.now()
    if (isOverdue(before, at)) return { before, after: await expireDeposit(tx, before, at) }
    return { before, after: await act(tx, before, at) }
  })
  if (isRefusal(before) || isRefusal(after)) return after
  if (after.version !== before.version) await tellMoved(world, after)
  return after.reason === 'expired' ? movedOn(after) : after
}
