import { z } from 'zod'
import {
  networkSchema,
  orderKindSchema,
  orderStatusSchema,
  paymentMethodSchema,
} from '../../payments/index.ts'
import { coinsSchema } from '../../rules/index.ts'
import { pageOf, pageQuerySchema } from './page.ts'

/** A sum of money in units of its currency with all its decimals, such as `1012.00`. */
export const moneySchema = z.string().regex(/^\d{1,20}(\.\d{1,8})?$/, 'must be a sum of money')

/** Units of a currency for one coin, above zero, with at most eight decimals. */
export const rateSchema = z.string().regex(/^(?=.*[1-9])\d{1,10}(\.\d{1,8})?$/, 'must be a rate')

/** How a currency is written: `decimals` places behind the point. */
export const moneyCurrencySchema = z.object({
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  decimals: z.int().min(0),
})
export type MoneyCurrency = z.infer<typeof moneyCurrencySchema>

const at = z.number()

/** Makes a request idempotent: the client draws it and stores it before sending. */
export const requestKeySchema = z.uuid()

/** Where a deposit is paid to. */
export const payToSchema = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('alipay'), account: z.string(), name: z.string() }),
  z.strictObject({ method: z.literal('usdt'), address: z.string() }),
  z.strictObject({
    method: z.literal('bank'),
    bankName: z.string(),
    branchName: z.string(),
    accountNumber: z.string(),
    name: z.string(),
  }),
])
export type PayTo = z.infer<typeof payToSchema>

/** A deposit or a withdrawal, in lists and on its own. Times are in milliseconds since 1970. */
export const orderSchema = z.object({
  id: z.uuid(),
  kind: orderKindSchema,
  /** What people call it, such as `D48213-7720`. */
  number: z.string(),
  /** One of the documented statuses; a reader shows others as unknown. */
  status: z.string(),
  method: paymentMethodSchema,
  network: networkSchema.nullable(),
  currency: moneyCurrencySchema,
  /** Coins that are credited, or that are taken. */
  amount: coinsSchema,
  /** Coins of a withdrawal that the house keeps; `0` of a deposit. */
  feeCoins: coinsSchema,
  /** Units of the currency for one coin, as when the order was placed. */
  rate: rateSchema,
  /** Worth of the coins, without the fee of a deposit and after that of a withdrawal. */
  fiat: moneySchema,
  /** The fee of a deposit; zero of a withdrawal. */
  fee: moneySchema,
  /** What is paid in all, or paid out. */
  total: moneySchema,
  /** What the payer writes beside the payment. */
  remark: z.string(),
  createdAt: at,
  /** Until when a deposit may be paid; null of a withdrawal. */
  expiresAt: at.nullable(),
  /** When it completed, failed or was rejected. */
  endedAt: at.nullable(),
  /** Why it ended without success: `expired`, `declined` or `refused`, and what staff said. */
  reason: z.object({ code: z.string(), text: z.string().nullable() }).nullable(),
  /** The payment as the bank, the chain or the provider names it, once it is known. */
  reference: z.string().nullable(),
  /** What it moved, once it is completed: bonus coins where a deposit was paid at the sandbox. */
  asset: z.enum(['coin', 'promo']),
  /** Of a withdrawal: its destination, shortened but recognizable. */
  destination: z.string().nullable(),
})
export type Order = z.infer<typeof orderSchema>

export const proofSchema = z.object({ id: z.uuid(), at, bytes: z.int().min(1) })

/** Where a deposit by `checkout` is paid. */
export const checkoutSchema = z.object({ url: z.string(), sandbox: z.boolean() })
export type Checkout = z.infer<typeof checkoutSchema>

export const orderDetailSchema = orderSchema.extend({
  payTo: payToSchema.nullable(),
  proofs: z.array(proofSchema),
  /** Every status it had, the first one first. */
  steps: z.array(z.object({ status: z.string(), at })),
  /** Null while it can't be paid so. */
  checkout: checkoutSchema.nullable(),
})
export type OrderDetail = z.infer<typeof orderDetailSchema>

/** Your own, the newest first. `from` and `to` bound when they were placed. */
export const ordersQuerySchema = pageQuerySchema.extend({
  kind: orderKindSchema.optional(),
  status: orderStatusSchema.optional(),
  method: paymentMethodSchema.optional(),
  from: z.coerce.number().int().min(0).optional(),
  to: z.coerce.number().int().min(0).optional(),
})
export const ordersPageSchema = pageOf(orderSchema)

/** A picture of a payment: JPG, PNG or GIF, at most 5 MB, as the form field `image`. At most this many an order. */
export const proofsMax = 3

/**
 * The result of a payment event: the order was credited or ended; it waits for staff because the sum or currency
 * differs; it had ended before; it is under review; there is no such order; or there was nothing to do.
 */
export const paymentOutcomeSchema = z.enum([
  'completed',
  'declined',
  'amount-differs',
  'too-late',
  'under-review',
  'unknown-order',
  'no-effect',
])
export type PaymentOutcome = z.infer<typeof paymentOutcomeSchema>
export const paymentToldSchema = z.object({ outcome: paymentOutcomeSchema })
