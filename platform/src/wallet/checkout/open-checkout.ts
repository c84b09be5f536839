import { bodyCode } from '@minefall/shared/contracts'
import type { Checkout } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { holdStanding, refuseBarred } from '../../safer-play/index.ts'
import { movedOn, touchDeposit } from '../orders/expiry.ts'
import type { OrderRow, OwnOrderKey } from '../orders/order-row.ts'
import type { World } from '../world.ts'
import type { CheckoutProvider, PaymentWindow } from './provider.ts'

const asWindow = ({ url }: { url: string }, { sandbox }: CheckoutProvider): Checkout => ({
  url,
  sandbox,
})

const openBefore = async (sql: Sql, order: OrderRow): Promise<{ url: string } | null> => {
  const { rows } = await sql.query('select url from checkout_session where order_id = $1', [order.id])
  return z.object({ url: z.string() }).optional().parse(rows[0]) ?? null
}

/** The order where it may be paid at a provider; else why not. */
const payable = (order: OrderRow): OrderRow | Refusal => {
  if (order.method !== 'checkout') return refusal(bodyCode.methodClosed)
  return order.status === 'submitted' ? order : movedOn(order)
}

const keep = (tx: Sql, order: OrderRow, provider: string, { reference, url }: PaymentWindow, at: number) =>
  tx.query(
    `insert into checkout_session (order_id, provider, reference, url, opened_at) values ($1, $2, $3, $4, $5)
     on conflict (order_id) do nothing`,
    [order.id, provider, reference, url, new Date(at)],
  )

/**
 * Opens the payment window of a player's own order, or finds the one that is open. Nothing is locked while the provider
 * is asked: it answers the same window however often it is. Refused where the order can't be paid there any more, and
 * where its player may not deposit now and no window is open yet.
 */
export const openCheckout = async (
  world: World,
  provider: CheckoutProvider | null,
  asked: OwnOrderKey,
): Promise<Checkout | Refusal> => {
  const order = await touchDeposit(world, asked, async (_tx, order) => payable(order))
  if (isRefusal(order)) return order
  if (!provider) return refusal(bodyCode.methodClosed)
  const before = await openBefore(world.db, order)
  if (before) return asWindow(before, provider)
  const { playerId } = asked
  const refuse = (sql: Sql, now: number) =>
    refuseBarred(sql, { playerId, now, barredCountries: world.settings.barredCountries })
  const refused = await refuse(world.db, world.clock.now())
  if (refused) return refused
  const { id: orderId, number, currency, totalFiat: amount, decimals, expiresAt } = order
  if (expiresAt === null) return movedOn(order)
  const opened = await provider.open({ orderId, number, currency, amount, decimals, expiresAt })
  const kept = await touchDeposit(world, asked, async (tx, order, at) => {
    const still = payable(order)
    if (isRefusal(still)) return still
    await holdStanding(tx, playerId)
    const refused = await refuse(tx, at)
    if (refused) return refused
    await keep(tx, order, provider.name, opened, at)
    return still
  })
  if (isRefusal(kept)) return kept
  return asWindow((await openBefore(world.db, order)) ?? opened, provider)
}
