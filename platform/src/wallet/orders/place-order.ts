import { bodyCode } from '@minefall/shared/contracts'
import type { Network, OrderKind, PaymentMethod } from '@minefall/shared/payments'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'
import { sameHash } from '../../ledger/index.ts'
import { drawOrderNumber, type RandomBytes } from '../world.ts'
import { type OrderRow, orderOfRequest, orderRowSchema } from './order-row.ts'

/**
 * The order that this request placed when it was made before, or null for a new one. Refused where the player's key
 * stands for another request.
 */
export const askedBefore = async (
  sql: Sql,
  { playerId, key, hash }: { playerId: string; key: string; hash: Uint8Array },
): Promise<OrderRow | Refusal | null> => {
  const order = await orderOfRequest(sql, { playerId, key })
  return order === null || sameHash(order.requestHash, hash) ? order : refusal(bodyCode.conflict)
}

export type NewOrder = {
  id: string
  kind: OrderKind
  playerId: string
  request: { key: string; hash: Uint8Array }
  method: PaymentMethod
  network: Network | null
  currency: string
  decimals: number
  rate: string
  /** Coins. */
  amount: bigint
  feeCoins: bigint
  /** Smallest units of the currency. */
  fiat: bigint
  feeFiat: bigint
  remark: string
  payTo: object | null
  destination: { id: string; details: object } | null
  /** Milliseconds since 1970. */
  at: number
  expiresAt: number | null
}

/**
 * Writes a new order with its first event, in the caller's transaction. Null when the player placed one with the same
 * request key before: two at once wait for each other, and the second finds the first.
 */
export const placeOrder = async (
  tx: Sql,
  order: NewOrder,
  randomBytes: RandomBytes,
): Promise<OrderRow | null> => {
  const { kind, playerId, request } = order
  for (;;) {
    const { rows } = await tx.query(
      `with placed as (
         insert into wallet_order (id, kind, number, player_id, request_key, request_hash, method, network, currency,
           decimals, rate, amount, fee_coins, fiat, fee_fiat, total_fiat, remark, pay_to, destination_id, destination,
           status, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::bigint, $15::bigint,
           $14::bigint + $15::bigint, $16, $17, $18, $19, $20, $21, $22)
         on conflict do nothing returning *
       ), told as (
         insert into wallet_order_event (order_id, nth, status, actor_kind, actor, at)
         select id, 1, status, 'player', player_id::text, created_at from placed
       )
       select * from placed`,
      [
        order.id,
        kind,
        drawOrderNumber(kind, randomBytes),
        playerId,
        request.key,
        request.hash,
        order.method,
        order.network,
        order.currency,
        order.decimals,
        order.rate,
        order.amount,
        order.feeCoins,
        order.fiat,
        order.feeFiat,
        order.remark,
        order.payTo,
        order.destination?.id ?? null,
        order.destination?.details ?? null,
        kind === 'deposit' ? 'submitted' : 'pending',
        new Date(order.at),
        order.expiresAt === null ? null : new Date(order.expiresAt),
      ],
    )
    const placed = orderRowSchema.optional().parse(rows[0])
    if (placed) return placed
    const { count } = await tx.query('select from wallet_order where player_id = $1 and request_key = $2', [
      playerId,
      request.key,
    ])
    // Otherwise it was the number that another order has already.
    if (count > 0) return null
  }
}
