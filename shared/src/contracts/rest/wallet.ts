import { z } from 'zod'
import { orderKindSchema } from '../../payments/index.ts'
import { assetSchema, coinsSchema, matchIdSchema } from '../../rules/index.ts'
import { pageOf, pageQuerySchema } from './page.ts'

/** An integer amount of coins with its sign as a decimal string: what was gained, or with a minus what was given. */
export const signedCoinsSchema = z
  .string()
  .regex(/^(0|-?[1-9][0-9]{0,18})$/, 'must be a whole number of coins')

/** Every entry of one's accounts, the newest first. */
export const statementQuerySchema = pageQuerySchema.extend({ asset: z.optional(assetSchema) })

const statementEntrySchema = z.object({
  /** The transfer's; an asset has one entry in it. */
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** What kind of business it was: the transfer's kind, such as `stakes`, `settled`, `voided`, `refill`, `deposit`. */
  kind: z.string(),
  asset: assetSchema,
  amount: signedCoinsSchema,
  /** What the account had after it, held coins included. */
  balanceAfter: coinsSchema,
  /** The match that it belongs to, or null. */
  match: z.object({ matchId: matchIdSchema, gameId: z.string() }).nullable(),
  /** The deposit or withdrawal that it belongs to, or null. */
  order: z.object({ id: z.uuid(), number: z.string(), kind: orderKindSchema }).nullable(),
})
export type StatementEntry = z.infer<typeof statementEntrySchema>
export const statementPageSchema = pageOf(statementEntrySchema)
