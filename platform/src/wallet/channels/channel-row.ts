import { moneyCurrencySchema, payToSchema } from '@minefall/shared/contracts/rest'
import { orderKindSchema, paymentMethodSchema } from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const rowSchema = z
  .object({
    direction: orderKindSchema,
    method: paymentMethodSchema,
    code: z.string(),
    name: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    is_open: z.boolean(),
    least: z.bigint(),
    most: z.bigint(),
    rate: z.string(),
    fee_bps: z.int(),
    fee_fixed: z.bigint(),
    pay_to: z.record(z.string(), payToSchema).nullable(),
    version: z.int(),
  })
  .transform((row) => ({
    direction: row.direction,
    method: row.method,
    currency: moneyCurrencySchema.parse(row),
    isOpen: row.is_open,
    least: row.least,
    most: row.most,
    rate: row.rate,
    feeBps: row.fee_bps,
    feeFixed: row.fee_fixed,
    payTo: row.pay_to,
    version: row.version,
  }))

/**
 * A way for money in or out in one currency, as the database has it. `least` and `most` are coins; the fixed fee is in
 * smallest units of the currency for a deposit, in coins for a withdrawal; `payTo` is by network for USDT, else under
 * the empty name.
 */
export type ChannelRow = z.output<typeof rowSchema>

/** Every channel in the order that it is shown in, the closed ones too. `lock` keeps them until the transaction ends. */
export const readChannels = async (
  sql: Sql,
  { lock = false }: { lock?: boolean } = {},
): Promise<ChannelRow[]> => {
  const { rows } = await sql.query(
    `select p.direction, p.method, c.code, c.name, c.symbol, c.decimals, p.is_open, p.least, p.most, p.rate, p.fee_bps,
       p.fee_fixed, p.pay_to, p.version
     from payment_channel p join currency c on c.code = p.currency
     order by p.direction, p.position ${lock ? 'for update of p' : ''}`,
  )
  return rowSchema.array().parse(rows)
}
