import { z } from 'zod'
import { networkSchema, orderKindSchema, paymentMethodSchema } from '../../payments/index.ts'
import { coinsSchema } from '../../rules/index.ts'
import { moneySchema, payToSchema, rateSchema } from '../rest/orders.ts'
import { deskReasonSchema } from './staff.ts'

/** A channel as staff with the right to it see and change it. `version` keeps two from writing over each other. */
export const deskChannelSchema = z.object({
  direction: orderKindSchema,
  method: paymentMethodSchema,
  currency: z.string(),
  isOpen: z.boolean(),
  least: coinsSchema,
  most: coinsSchema,
  rate: rateSchema,
  feeBps: z.int().min(0).max(10_000),
  /** Money of a deposit, coins of a withdrawal. */
  feeFixed: moneySchema,
  /** Where a deposit is paid to: one for each network of USDT. Null where no one said yet, and with `checkout`. */
  payTo: z.record(z.string(), payToSchema).nullable(),
  version: z.int().min(1),
})
export type DeskChannel = z.infer<typeof deskChannelSchema>

/** The code of a currency that is looked up. */
const currencyCode = z.string().regex(/^[A-Z]{3,5}$/)
/** A line of an account of ours. */
const line = z
  .string()
  .trim()
  .min(2)
  .max(100, { abort: true })
  .regex(/^[^\p{C}<>]+$/u)
const [alipay, usdt, bank] = payToSchema.options
const ownAccountSchema = z.discriminatedUnion('method', [
  alipay.extend({ account: line, name: line }),
  usdt.extend({ address: line }),
  bank.extend({ bankName: line, branchName: line, accountNumber: line, name: line }),
])
/** `POST /api/desk/channels`: the whole channel with the version that was read, and why. */
export const deskChannelBodySchema = z.strictObject({
  ...deskChannelSchema.shape,
  currency: currencyCode,
  payTo: z.partialRecord(z.enum(['', ...networkSchema.options]), ownAccountSchema).nullable(),
  reason: deskReasonSchema,
})
export type DeskChannelBody = z.infer<typeof deskChannelBodySchema>

/** `GET /api/desk/currencies`: what is shown for one coin. */
export const deskCurrencySchema = z.object({
  currencycode: z.string(),
  name: z.string(),
  symbol: z.string(),
  rate: rateSchema,
})
export type DeskCurrency = z.infer<typeof deskCurrencySchema>
/** `POST /api/desk/currencies`. */
export const deskRateBodySchema = z.strictObject({
  currencycode: currencyCode,
  rate: rateSchema,
  reason: deskReasonSchema,
})

const whoSchema = z.object({ id: z.uuid(), name: z.string() })
const proposalFields = {
  id: z.uuid(),
  reason: z.string(),
  proposedBy: whoSchema,
  proposedAt: z.number(),
  /** Until when another admin may confirm it. */
  expiresAt: z.number(),
  status: z.enum(['open', 'confirmed', 'withdrawn', 'lapsed']),
  /** Who ended it; null while it is open, and if it lapsed. */
  ended: z.object({ by: whoSchema, at: z.number() }).nullable(),
}
/**
 * A change that two people make: of where deposits are paid to, or of a rate. `before` is as it was when it was
 * proposed. `POST /api/desk/channels` and `…/currencies` answer it where one person is not enough, and null where the
 * change is made; `GET /api/desk/proposals` lists them.
 */
export const deskProposalSchema = z.discriminatedUnion('what', [
  z.object({
    ...proposalFields,
    what: z.literal('channel'),
    before: deskChannelSchema,
    after: deskChannelSchema,
  }),
  z.object({
    ...proposalFields,
    what: z.literal('currency'),
    before: deskCurrencySchema,
    after: deskCurrencySchema,
  }),
])
export type DeskProposal = z.infer<typeof deskProposalSchema>
