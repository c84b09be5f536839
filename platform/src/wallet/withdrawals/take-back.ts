import { z } from 'zod'
import type { UndoStep } from '../../accounts/index.ts'
import { notifyOrderMoved } from '../orders/move-order.ts'
import { type OrderRow, readOrder } from '../orders/order-row.ts'
import { undoneReason } from '../orders/order-view.ts'
import { rejectWithdrawal } from '../orders/settle-order.ts'
import type { World } from '../world.ts'

/**
 * Reverts what the person behind an undone contact change may have done next: withdrawals placed
 * since that staff have not decided are rejected, with their coins returned, and destinations saved since are removed.
 * One whose payout someone started or approved is left to staff: it may be paid, and the undo could be of the same
 * person. The account is locked, so that none is placed, started or approved at the same time. As long as a change can be
 * undone none is placed any more, but by programs of the version before.
 */
export const takeBackWithdrawals =
  (world: Pick<World, 'db' | 'bus' | 'log'>): UndoStep =>
  async (tx, { playerId, since, at }) => {
    const { rows } = await tx.query(
      `select id from wallet_order
       where player_id = $1 and kind = 'withdrawal' and status = 'pending' and created_at >= $2
         and version = 1 and not exists (select from wallet_order_approval a where a.order_id = wallet_order.id)
       order by id`,
      [playerId, new Date(since)],
    )
    const rejected: OrderRow[] = []
    for (const { id } of z.object({ id: z.string() }).array().parse(rows)) {
      const order = await readOrder(tx, id, { lock: true })
      // Staff may have been faster with it.
      if (order?.status !== 'pending') continue
      const by = { kind: 'player', id: playerId } as const
      rejected.push(await rejectWithdrawal(tx, order, { by, at, reason: undoneReason }))
    }
    await tx.query(
      `update payout_destination set removed_at = $3
       where player_id = $1 and created_at >= $2 and removed_at is null`,
      [playerId, new Date(since), new Date(at)],
    )
    return async () => {
      for (const order of rejected) await notifyOrderMoved(world, order)
    }
  }
