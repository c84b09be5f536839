import {
  type MoneyCurrency,
  type Order,
  type OrderDetail,
  type ordersQuerySchema,
  payToSchema,
} from '@minefall/shared/contracts/rest'
import { formatUnits } from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { writeCursor } from '../../http/index.ts'
import { orderDestination } from '../destinations/destination-row.ts'
import { type OrderRow, orderRowSchema } from './order-row.ts'

/** The last millisecond that a `Date` knows. */
const latest = 8.64e15

/** Where a page begins: below the order that was placed then and has this id. Milliseconds since 1970. */
export const placeSchema = z.tuple([z.int().min(0).max(latest), z.uuid()])
const top: z.infer<typeof placeSchema> = [latest, '00000000-0000-0000-0000-000000000000']

type OrdersAsked = Omit<z.infer<typeof ordersQuerySchema>, 'cursor'> & {
  cursor?: z.infer<typeof placeSchema> | undefined
}

const page = `
  select * from wallet_order
  where player_id = $1 and (created_at, id) < ($2, $3::uuid) and created_at between $4 and $5
    and ($6::text is null or kind = $6) and ($7::text is null or status = $7) and ($8::text is null or method = $8)
  order by created_at desc, id desc limit $9`

/** One page of a player's own orders, the newest first. What is placed in the meantime is above every place. */
export const listOrders = async (
  sql: Sql,
  playerId: string,
  { cursor = top, limit, kind, status, method, from = 0, to = latest }: OrdersAsked,
): Promise<{ items: Order[]; next: string | null }> => {
  const [at, id] = cursor
  const filters = [kind ?? null, status ?? null, method ?? null]
  const bounds = [new Date(Math.min(from, latest)), new Date(Math.min(to, latest))]
  const { rows } = await sql.query(page, [playerId, new Date(at), id, ...bounds, ...filters, limit + 1])
  const orders = orderRowSchema.array().parse(rows.slice(0, limit))
  const last = orders.at(-1)
  return {
    items: await viewOrders(sql, orders),
    next: last && rows.length > limit ? writeCursor([last.createdAt, last.id]) : null,
  }
}

/** A rate as people write it: without the zeros that fill its places up. */
export const plainRate = (rate: string): string =>
  rate.includes('.') ? rate.replace(/0+$/, '').replace(/\.$/, '') : rate

const currencySchema = z.object({ code: z.string(), name: z.string(), symbol: z.string() })
type CurrencyName = z.infer<typeof currencySchema>

/**
 * Why a withdrawal was taken back with a change of a contact that was undone. Staff always say something when they
 * refuse one, so a refusal without a word is this one: the programs of schema 0022 know no other reasons.
 */
export const undoneReason = { code: 'refused', text: null } as const

const viewReason = (reason: { code: string; text: string | null }): Order['reason'] =>
  reason.code === undoneReason.code && reason.text === undoneReason.text
    ? { code: 'undone', text: null }
    : reason

/** An order as its owner and staff read it. Its sums have the decimals that it was placed with. */
const orderOf = (row: OrderRow, { name, symbol }: CurrencyName): Order => {
  const currency: MoneyCurrency = { code: row.currency, name, symbol, decimals: row.decimals }
  const money = (units: bigint) => formatUnits(units, row.decimals)
  return {
    id: row.id,
    kind: row.kind,
    number: row.number,
    status: row.status,
    method: row.method,
    network: row.network,
    currency,
    amount: row.amount.toString(),
    feeCoins: row.feeCoins.toString(),
    rate: plainRate(row.rate),
    fiat: money(row.fiat),
    fee: money(row.feeFiat),
    total: money(row.totalFiat),
    remark: row.remark,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    endedAt: row.endedAt,
    reason: row.reason && viewReason({ code: row.reason, text: row.reasonText }),
    reference: row.reference,
    asset: row.asset,
    destination: row.destination === null ? null : orderDestination(row.destination),
  }
}

/** Orders as they are read in lists, in the order that they come in. */
export const viewOrders = async (sql: Sql, rows: readonly OrderRow[]): Promise<Order[]> => {
  const codes = [...new Set(rows.map(({ currency }) => currency))]
  const found = await sql.query('select code, name, symbol from currency where code = any($1)', [codes])
  const currencies = currencySchema.array().parse(found.rows)
  return rows.flatMap((row) =>
    currencies.filter(({ code }) => code === row.currency).map((currency) => orderOf(row, currency)),
  )
}

const time = z.date().transform((at) => at.getTime())
const stepSchema = z.object({ status: z.string(), at: time })
const proofRowSchema = z.object({ id: z.string(), at: time, bytes: z.int() })
const sessionSchema = z.object({ provider: z.string(), url: z.string() })

/** Where an order is paid, while it can be. */
const checkoutOf = async (sql: Sql, { id, status }: OrderRow): Promise<OrderDetail['checkout']> => {
  if (status !== 'submitted') return null
  const { rows } = await sql.query('select provider, url from checkout_session where order_id = $1', [id])
  const session = sessionSchema.optional().parse(rows[0])
  return session ? { url: session.url, sandbox: session.provider === 'sandbox' } : null
}

/**
 * An order with its steps, its pictures and where it is paid. The steps are those that led to this version of it,
 * however it moves on in the meantime.
 */
export const viewOrderDetail = async (sql: Sql, row: OrderRow): Promise<OrderDetail> => {
  const [order] = await viewOrders(sql, [row])
  if (!order) throw new Error(`order ${row.number} is in no currency`)
  const steps = await sql.query(
    // That staff start a payout is no step of the player's.
    `select status, at from wallet_order_event where order_id = $1 and nth <= $2 and (nth = 1 or status <> 'pending')
     order by nth`,
    [row.id, row.version],
  )
  const proofs = await sql.query(
    `select id, uploaded_at as at, length(content) as bytes from payment_proof where order_id = $1
     order by uploaded_at, id`,
    [row.id],
  )
  return {
    ...order,
    payTo: payToSchema.nullable().parse(row.payTo),
    proofs: proofRowSchema.array().parse(proofs.rows),
    steps: stepSchema.array().parse(steps.rows),
    checkout: await checkoutOf(sql, row),
  }
}
