import { tellBalance, tellOrder } from '../../players/index.ts'
import type { World } from '../world.ts'
import type { OrderRow } from './order-row.ts'

/** Tells a player's live connections that an order moved and what they have now, after the commit. Never rejects. */
export const tellMoved = async (world: Pick<World, 'db' | 'bus' | 'log'>, order: OrderRow): Promise<void> => {
  tellOrder(world, order)
  await tellBalance(world, order.playerId)
}
