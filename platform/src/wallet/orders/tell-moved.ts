import { tellBalance, tellOrder } from '../../players/index.ts'
import type { World } from '../world.ts'
import type { OrderRow } from './order-row.ts'

/** Tells staff to read an order again, after the commit of what they see of it. */
export const tellStaff = ({ bus }: Pick<World, 'bus'>, { id }: Pick<OrderRow, 'id'>): void =>
  bus.publish('desk.changed', null, { what: 'orders', orderId: id })

/**
 * Tells a player's live connections that an order moved and what they have now, and staff to read it again; after the
 * commit. Never rejects.
 */
export const tellMoved = async (world: Pick<World, 'db' | 'bus' | 'log'>, order: OrderRow): Promise<void> => {
  tellOrder(world, order)
  tellStaff(world, order)
  await tellBalance(world, order.playerId)
}
