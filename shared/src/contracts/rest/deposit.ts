import { z } from 'zod'
import { networkSchema, paymentMethodSchema } from '../../payments/index.ts'
import { coinsSchema } from '../../rules/index.ts'
import { moneyCurrencySchema, moneySchema, rateSchema, requestKeySchema } from './orders.ts'
import { acceptedTermsSchema } from './terms.ts'

/** A way for money in or out in one currency. `least` and `most` bound an order, in coins. */
const channelSchema = z.object({
  method: paymentMethodSchema,
  currency: moneyCurrencySchema,
  /** Of USDT: the chains it may be sent on. */
  networks: z.array(networkSchema),
  least: coinsSchema,
  most: coinsSchema,
  rate: rateSchema,
  /** Hundredths of a percent. */
  feeBps: z.int().min(0),
  /** On top: money of a deposit, coins of a withdrawal. */
  feeFixed: z.string(),
  /** Whether it only pretends to move money. */
  sandbox: z.boolean(),
})
export type Channel = z.infer<typeof channelSchema>

/** What is open now. */
export const channelsSchema = z.object({
  deposit: z.array(channelSchema),
  withdrawal: z.array(channelSchema),
})

/** An amount that someone typed: anything, so that each mistake gets its own message. Digits alone are coins. */
export const typedAmountSchema = z.string('amount-invalid').regex(/^[1-9]\d{0,17}$/, 'amount-invalid')

/** What is wanted, before its price is known. `network` is reported with USDT alone. */
export const depositPreviewBodySchema = z
  .strictObject({
    method: paymentMethodSchema,
    currency: z.string().max(5),
    network: networkSchema.optional(),
    amount: typedAmountSchema,
  })
  .refine(({ method, network }) => (method === 'usdt') === (network !== undefined), {
    path: ['network'],
    message: 'network-required',
  })

export const depositPreviewSchema = z.object({
  amount: coinsSchema,
  rate: rateSchema,
  currency: moneyCurrencySchema,
  fiat: moneySchema,
  fee: moneySchema,
  total: moneySchema,
  /** How long the order may be paid, in milliseconds; the rate is kept as long. */
  payWithinMs: z.int().min(1),
  /** The versions of the terms that the order has to accept; null where the player has accepted them. */
  terms: z.nullable(acceptedTermsSchema),
})
export type DepositPreview = z.infer<typeof depositPreviewSchema>

/**
 * `total` is what the preview said. Refused with 1602 when it is another by now. `accepted` are the terms of the preview;
 * refused with 1612 where the player has not accepted those that hold now.
 */
export const depositBodySchema = depositPreviewBodySchema.safeExtend({
  key: requestKeySchema,
  total: moneySchema,
  accepted: z.nullish(acceptedTermsSchema),
})
export type DepositBody = z.infer<typeof depositBodySchema>
