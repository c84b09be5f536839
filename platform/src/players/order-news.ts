import type { Bus } from '@minefall/shared/node'

/** Tells a player's live connections that an order of theirs moved, after the commit. */
export const tellOrder = (
  { bus }: { bus: Bus },
  { id, playerId, status }: { id: string; playerId: string; status: string },
): void => {
  bus.publish('player.order', playerId, { orderId: id, status })
}
