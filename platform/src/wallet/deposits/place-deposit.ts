import { bodyCode } from '@minefall/shared/contracts'
import type { DepositBody } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal } from '../../http/index.ts'
import { requestHash } from '../../ledger/index.ts'
import { lockStanding, refuseDeposit } from '../../safer-play/index.ts'
import { acceptTerms, hasAccepted } from '../../terms/index.ts'
import { notifyOrderMoved } from '../orders/move-order.ts'
import type { OrderRow } from '../orders/order-row.ts'
import { askedBefore, placeOrder } from '../orders/place-order.ts'
import type { World } from '../world.ts'
import { drawDigits } from '../world.ts'
import { type DepositQuote, quoteDeposit, quotedTotal } from './quote.ts'

/** Deposits of a player that may await payment at a time. */
export const openDepositsMax = 5
/** Deposits of a player that may await review: claiming payment is free, reviewing is not. */
export const reviewedDepositsMax = 20
const remarkDigits = 6

const hashOf = ({ method, currency, network, amount, total }: DepositBody): Uint8Array =>
  requestHash('deposit', method, currency, network ?? '', amount, total)

const openRow = z.object({ unpaid: z.bigint(), unreviewed: z.bigint() })

/** Null while a player has not too many deposits that others or they themselves have to see to. */
const refuseTooMany = async (tx: Sql, playerId: string, now: number): Promise<Refusal | null> => {
  const { rows } = await tx.query(
    `select count(*) filter (where status = 'submitted' and expires_at > $2) as unpaid,
       count(*) filter (where status in ('paid', 'reviewing')) as unreviewed
     from wallet_order where player_id = $1 and kind = 'deposit'`,
    [playerId, new Date(now)],
  )
  const { unpaid, unreviewed } = openRow.parse(rows[0])
  if (unpaid >= openDepositsMax) return refusal(bodyCode.tooManyOrders)
  return unreviewed >= reviewedDepositsMax
    ? refusal(bodyCode.tooManyOrders, { notice: 'review-limit' })
    : null
}

type Placing = { playerId: string; body: DepositBody; quote: DepositQuote }

const writeOrder = (tx: Sql, world: World, { playerId, body, quote }: Placing, at: number) => {
  const { channel, amount, sums, payTo } = quote
  return placeOrder(
    tx,
    {
      id: world.newId(),
      kind: 'deposit',
      playerId,
      request: { key: body.key, hash: hashOf(body) },
      method: channel.method,
      network: body.network ?? null,
      currency: channel.currency.code,
      decimals: channel.currency.decimals,
      rate: channel.rate,
      amount,
      feeCoins: 0n,
      fiat: sums.fiat,
      feeFiat: sums.feeFiat,
      remark: drawDigits(remarkDigits, world.randomBytes),
      payTo,
      destination: null,
      at,
      expiresAt: at + world.settings.payWithinMs,
    },
    world.randomBytes,
  )
}

/**
 * Places a deposit at the price that the player saw, once for each request; made again it answers the order that
 * it placed. Refused where the request makes no sense, the player is on a break, barred or past a limit of theirs, the
 * price is another by now, too many await their payment, or the terms that hold now are not accepted.
 */
export const placeDeposit = async (
  world: World,
  playerId: string,
  body: DepositBody,
): Promise<OrderRow | Refusal> => {
  const { placed, order } = await world.db.transaction(async (tx) => {
    // A player's orders are placed one at a time: keys, open orders and coins are counted correctly, and later ones
    // are newer.
    await lockStanding(tx, playerId)
    const before = await askedBefore(tx, { playerId, key: body.key, hash: hashOf(body) })
    if (before) return { placed: false, order: before }
    const quote = await quoteDeposit(tx, world.settings, body)
    if (isRefusal(quote)) return { placed: false, order: quote }
    const at = world.clock.now()
    const { barredCountries } = world.settings
    const refused = await refuseDeposit(tx, { playerId, coins: quote.amount, now: at, barredCountries })
    if (refused) return { placed: false, order: refused }
    if (quotedTotal(quote) !== body.total)
      return { placed: false, order: refusal(bodyCode.priceChanged, { total: quotedTotal(quote) }) }
    const tooMany = await refuseTooMany(tx, playerId, at)
    if (tooMany) return { placed: false, order: tooMany }
    const terms = { playerId, current: world.terms }
    await acceptTerms(tx, { ...terms, accepted: body.accepted, at: new Date(at) })
    if (!(await hasAccepted(tx, terms)))
      return { placed: false, order: refusal(bodyCode.termsUnaccepted, { ...world.terms }) }
    const order = await writeOrder(tx, world, { playerId, body, quote }, at)
    if (!order) throw new Error(`request ${body.key} placed an order while its account was locked`)
    return { placed: true, order }
  })
  if (placed && !isRefusal(order)) await notifyOrderMoved(world, order)
  return order
}
