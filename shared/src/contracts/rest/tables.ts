import * as z from 'zod/mini'
import { assetSchema, coinsSchema, rulesSchema } from '../../rules/index.ts'

/** One table of the catalogue, as players see it. */
export const tableSchema = z.object({
  gameId: z.string(),
  /** English name; the client translates `game.<gameId>.name`. */
  name: z.string(),
  seats: z.int(),
  rules: rulesSchema,
  stakes: z.array(coinsSchema),
  assets: z.array(assetSchema),
  /** Whether guests may sit here. */
  guests: z.boolean(),
  /** Whether practice opponents fill empty seats. */
  practice: z.boolean(),
})
export type Table = z.infer<typeof tableSchema>

export const tableQuerySchema = z.object({ gameId: z.string().check(z.minLength(1), z.maxLength(40)) })
