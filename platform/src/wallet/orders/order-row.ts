import { bodyCode } from '@minefall/shared/contracts'
import {
  networkSchema,
  orderKindSchema,
  orderStatusSchema,
  paymentMethodSchema,
} from '@minefall/shared/payments'
import { z } from 'zod'
import { lockSubjects, subjectOf } from '../../accounts/index.ts'
import type { Sql } from '../../db/index.ts'
import { type Refusal, refusal } from '../../http/index.ts'

export type OwnOrderKey = { id: string; playerId: string }

/** A player's own order; another's is refused exactly like one that there is not. `lock` as in {@link readOrder}. */
export const ownOrder = async (
  sql: Sql,
  { id, playerId }: OwnOrderKey,
  options: { lock?: boolean } = {},
): Promise<OrderRow | Refusal> => {
  const order = await readOrder(sql, id, options)
  return order?.playerId === playerId ? order : refusal(bodyCode.notFound)
}

/**
 * Whether this payment reference already pays for another order, or was approved for one that has not failed, whatever
 * that completed under. Concurrent checks of the same payment, by staff or a provider, wait until this transaction ends.
 */
export const isReferenceUsed = async (
  tx: Sql,
  { id, kind, method }: OrderRow,
  reference: string,
): Promise<boolean> => {
  await lockSubjects(tx, [subjectOf('payment-reference', kind, method, reference)])
  const { count } = await tx.query(
    `select from wallet_order where kind = $1 and method = $2 and reference = $3 and id <> $4
     union all
     select from wallet_order_approval a join wallet_order o on o.id = a.order_id
     where a.reference = $3 and o.kind = $1 and o.method = $2 and o.id <> $4 and o.status not in ('failed', 'rejected')`,
    [kind, method, reference, id],
  )
  return count > 0
}

const time = z.date().transform((at) => at.getTime())

/** An order as the database has it. Coins and smallest units are `bigint`, times milliseconds since 1970. */
export const orderRowSchema = z
  .object({
    id: z.string(),
    kind: orderKindSchema,
    number: z.string(),
    player_id: z.string(),
    request_key: z.string(),
    request_hash: z.instanceof(Uint8Array),
    method: paymentMethodSchema,
    network: networkSchema.nullable(),
    currency: z.string(),
    decimals: z.int(),
    rate: z.string(),
    amount: z.bigint(),
    fee_coins: z.bigint(),
    fiat: z.bigint(),
    fee_fiat: z.bigint(),
    total_fiat: z.bigint(),
    remark: z.string(),
    pay_to: z.unknown(),
    destination_id: z.string().nullable(),
    destination: z.unknown(),
    status: orderStatusSchema,
    reason: z.enum(['expired', 'declined', 'refused']).nullable(),
    reason_text: z.string().nullable(),
    reference: z.string().nullable(),
    asset: z.enum(['coin', 'promo']),
    created_at: time,
    expires_at: time.nullable(),
    ended_at: time.nullable(),
    version: z.int(),
  })
  .transform((row) => ({
    id: row.id,
    kind: row.kind,
    number: row.number,
    playerId: row.player_id,
    requestKey: row.request_key,
    requestHash: row.request_hash,
    method: row.method,
    network: row.network,
    currency: row.currency,
    decimals: row.decimals,
    rate: row.rate,
    amount: row.amount,
    feeCoins: row.fee_coins,
    fiat: row.fiat,
    feeFiat: row.fee_fiat,
    totalFiat: row.total_fiat,
    remark: row.remark,
    payTo: row.pay_to,
    destinationId: row.destination_id,
    destination: row.destination,
    status: row.status,
    reason: row.reason,
    reasonText: row.reason_text,
    reference: row.reference,
    /** What it moved, once it is completed. */
    asset: row.asset,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    version: row.version,
  }))
export type OrderRow = z.output<typeof orderRowSchema>

/** An order by its id, or null. `lock` keeps it as it is until the transaction ends. */
export const readOrder = async (
  sql: Sql,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<OrderRow | null> => {
  const { rows } = await sql.query(`select * from wallet_order where id = $1 ${lock ? 'for update' : ''}`, [
    id,
  ])
  return orderRowSchema.optional().parse(rows[0]) ?? null
}

/** A player's order by the key of the request that placed it, or null. */
export const orderOfRequest = async (
  sql: Sql,
  { playerId, key }: { playerId: string; key: string },
): Promise<OrderRow | null> => {
  const { rows } = await sql.query('select * from wallet_order where player_id = $1 and request_key = $2', [
    playerId,
    key,
  ])
  return orderRowSchema.optional().parse(rows[0]) ?? null
}
