import { bodyCode } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { repeat } from '../../jobs/repeating.ts'
import type { World } from '../world.ts'
import { notifyOrderMoved } from './move-order.ts'
import { type OrderRow, type OwnOrderKey, ownOrder, readOrder } from './order-row.ts'
import { failDeposit } from './settle-order.ts'

/** The refusal of an order that is past this step. */
export const movedOn = ({ reason }: Pick<OrderRow, 'reason'>): Refusal =>
  refusal(bodyCode.orderMoved, reason === 'expired' ? { notice: 'order-expired' } : undefined)

/** The answer, and the order before and after. */
type Touched = { answer: OrderRow | Refusal; before?: OrderRow; now?: OrderRow }

/**
 * Acts on a player's own locked deposit, in one transaction, and notifies the player if it moved. `act` answers the
 * order afterwards, or refuses before it writes; it may run again and touches the database only. An overdue deposit
 * is refused as expired instead, and fails at once unless a payment may still be reported.
 */
export const touchDeposit = async (
  world: Pick<World, 'db' | 'bus' | 'log' | 'clock'>,
  asked: OwnOrderKey,
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
  if (now && now.version !== before?.version) await notifyOrderMoved(world, now)
  return answer
}

/** How often deposits whose time is over are looked for, in milliseconds. */
const everyMs = 5_000
/** Deposits that are looked up at a time. Each is ended in its own transaction, so that nothing waits long. */
const batch = 100

type Expiring = Pick<World, 'db' | 'bus' | 'log' | 'clock'>

const expireOne = async (world: Expiring, id: string): Promise<void> => {
  const expired = await world.db.transaction(async (tx) => {
    const order = await readOrder(tx, id, { lock: true })
    const now = order && (await expireDeposit(tx, order, world.clock.now()))
    return now && now.version !== order?.version ? now : null
  })
  if (expired) await notifyOrderMoved(world, expired)
}

/** Ends every deposit that was not paid in time. */
export const expireDeposits = async (world: Expiring, stopping?: AbortSignal): Promise<void> => {
  for (let full = true; full && !stopping?.aborted; ) {
    const ids = await readOver(world.db, world.clock.now(), batch)
    for (const id of ids) await expireOne(world, id)
    full = ids.length === batch
  }
}

/** Looks every few seconds until it is stopped. A look that fails is logged; the next one does its work too. */
export const startExpiring = (world: World): (() => Promise<void>) => {
  const { clock, log } = world
  const failed = (error: unknown) => log.error({ err: error }, 'deposits could not be expired')
  return repeat({ job: 'deposits', clock, everyMs, failed }, (stopping) => expireDeposits(world, stopping))
}

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
const isOverdue = ({ status, expiresAt }: OrderRow, now: number): boolean =>
  status === 'submitted' && expiresAt !== null && now >= expiresAt

/** Ends a locked deposit that is overdue, unless a payment of it may still be told; answers it as it is then. */
const expireDeposit = async (tx: Sql, order: OrderRow, now: number): Promise<OrderRow> => {
  const { count } = await tx.query(`select from wallet_order o where ${isOver} and o.id = $3`, [
    ...times(now),
    order.id,
  ])
  if (count === 0) return order
  const by = { kind: 'clock' } as const
  return failDeposit(tx, order, { by, at: now, reason: { code: 'expired', text: null } })
}

/** Deposits that are to be ended, the longest overdue first. */
const readOver = async (sql: Sql, now: number, limit: number): Promise<string[]> => {
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
