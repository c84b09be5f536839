import { bodyCode } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import type { World } from '../world.ts'
import { expireDeposit, isOverdue } from './expiry.ts'
import type { OrderRow } from './order-row.ts'
import { type Asked, ownOrder } from './own-order.ts'
import { tellMoved } from './tell-moved.ts'

/** What is answered about an order that can't do what is asked any more. */
export const movedOn = ({ reason }: Pick<OrderRow, 'reason'>): Refusal =>
  refusal(bodyCode.orderMoved, reason === 'expired' ? { notice: 'order-expired' } : undefined)

/** What is answered, and the order as it was and is where it may have moved. */
type Touched = { answer: OrderRow | Refusal; before?: OrderRow; now?: OrderRow }

/**
 * Does something to a player's own deposit while it is locked, in one transaction, and tells the player when it moved.
 * `act` answers the order as it is then, or refuses before it writes; it may be run again and acts in the database alone.
 * A deposit whose time is over is refused as expired instead, and fails on the spot unless a payment may still be told.
 */
export const touchDeposit = async (
  world: Pick<World, 'db' | 'bus' | 'log' | 'clock'>,
  asked: Asked,
  act: (tx: Sql, order: OrderRow, at: number) => Promise<OrderRow | Refusal>,
): Promise<OrderRow | Refusal> => {
  const touch = async (tx: Sql): Promise<Touched> => {
    const before = await ownOrder(tx, asked, { lock: true })
    if (isRefusal(before)) return { answer: before }
    if (before.kind !== 'deposit' || before.reason === 'expired') return { answer: movedOn(before) }
    const at = world.clock.now()
    if (isOverdue(before, at))
      return { answer: movedOn({ reason: 'expired' }), before, now: await expireDeposit(tx, before, at) }
    const answer = await act(tx, before, at)
    return isRefusal(answer) ? { answer } : { answer, before, now: answer }
  }
  const { answer, before, now } = await world.db.transaction(touch)
  if (now && now.version !== before?.version) await tellMoved(world, now)
  return answer
}
