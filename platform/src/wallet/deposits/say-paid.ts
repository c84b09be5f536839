import type { Refusal } from '../../http/index.ts'
import { moveOrder } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/order-row.ts'
import type { Asked } from '../orders/own-order.ts'
import { movedOn, touchDeposit } from '../orders/touch-deposit.ts'
import type { World } from '../world.ts'

/**
 * Notes that a player says to have paid a deposit; said again it answers the order as it is. What is paid by `checkout`
 * the provider says alone.
 */
export const sayPaid = (world: World, asked: Asked): Promise<OrderRow | Refusal> =>
  touchDeposit(world, asked, async (tx, order, at) => {
    if (order.method === 'checkout' || order.status === 'failed') return movedOn(order)
    if (order.status !== 'submitted') return order
    return moveOrder(tx, order, { to: 'paid', by: { kind: 'player', id: order.playerId }, at })
  })
