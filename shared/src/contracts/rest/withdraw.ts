import { z } from 'zod'
import { destinationDetailsSchema, networkSchema, paymentMethodSchema } from '../../payments/index.ts'
import { coinsSchema } from '../../rules/index.ts'
import { typedAmountSchema } from './deposit.ts'
import { codeSchema, givenPasswordSchema } from './login.ts'
import { moneyCurrencySchema, moneySchema, rateSchema, requestKeySchema } from './orders.ts'

/** A saved destination; only its owner sees it, and of its numbers the ends alone until one is withdrawn to. */
export const destinationSchema = z.object({
  id: z.uuid(),
  method: paymentMethodSchema,
  currency: z.string(),
  network: networkSchema.nullable(),
  /** The account, address or card, shortened. */
  label: z.string(),
  realName: z.string(),
  bank: z.object({ name: z.string(), branch: z.string() }).nullable(),
  createdAt: z.number(),
  /** From when on it can be withdrawn to, in milliseconds since 1970. */
  opensAt: z.number(),
})
export type Destination = z.infer<typeof destinationSchema>

/** Also needs the payment password, so that a token alone saves none. */
export const destinationBodySchema = z.strictObject({
  details: destinationDetailsSchema,
  paymentPassword: givenPasswordSchema,
})

/** What can be withdrawn, and what has to be done or waited for first. */
export const withdrawStateSchema = z.object({
  available: coinsSchema,
  hasPaymentPassword: z.boolean(),
  /** After a change of password, payment password or contact: from when on, in milliseconds since 1970; null when it is open. */
  heldOff: z.object({ since: z.number(), until: z.number() }).nullable(),
  /** Where codes are sent, shortened; null for none. */
  codeTo: z.string().nullable(),
  destinations: z.array(destinationSchema),
})
export type WithdrawState = z.infer<typeof withdrawStateSchema>

/** What a preview is of, and what a code is bound to. */
export const withdrawPreviewBodySchema = z.strictObject({
  destinationId: z.uuid(),
  amount: typedAmountSchema,
})

/** A destination and an amount, before anything of them is settled. */
export type WithdrawAsked = z.infer<typeof withdrawPreviewBodySchema>

export const withdrawPreviewSchema = z.object({
  amount: coinsSchema,
  rate: rateSchema,
  currency: moneyCurrencySchema,
  feeCoins: coinsSchema,
  /** What is paid out. */
  total: moneySchema,
  /** The account, address or card in full, so that its owner can check it before it is confirmed. */
  destination: z.string(),
})
export type WithdrawPreview = z.infer<typeof withdrawPreviewSchema>

/** What `withdraw/code` answers: seconds until another may be asked for, and where it went, shortened. */
export const withdrawCodeSchema = z.object({ seconds: z.int().min(0), codeTo: z.string() })

/** `total` is what the preview said. */
export const withdrawBodySchema = withdrawPreviewBodySchema.extend({
  key: requestKeySchema,
  total: moneySchema,
  paymentPassword: givenPasswordSchema,
  verificationCode: codeSchema,
})
export type WithdrawBody = z.infer<typeof withdrawBodySchema>
