import { z } from 'zod'
import { headsSchema, shownLineSchema } from '../../record/log.ts'
import { signedSchema } from '../../record/signing.ts'
import { shardCount } from '../../shards/index.ts'

/** The most lines of a log in one answer; a full page never changes. */
export const logPage = 100

export const logQuerySchema = z.object({
  shard: z.coerce
    .number()
    .int()
    .min(0)
    .max(shardCount - 1),
  /** The position after which the page begins. */
  after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
})
export const logPageSchema = z.object({ entries: z.array(shownLineSchema) })

/** `hour`, milliseconds since 1970, asks for the heads kept in that hour (UTC). */
export const headsQuerySchema = z.object({ hour: z.coerce.number().int().min(0).max(8.64e15).optional() })
export const signedHeadsSchema = signedSchema(headsSchema)

/** The most days of void figures, and their number where none is given. */
const voidDays = { most: 365, usual: 30 } as const

export const voidsQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(voidDays.most).default(voidDays.usual),
})

/** A share with its 95 % interval, all from 0 to 1. */
const shareSchema = z.object({ share: z.number(), from: z.number(), to: z.number() })

/** How matches that were locked ended. `voided` is by reason; `share` is of voids among `locks`, null without any. */
const voidFigures = {
  locks: z.int(),
  settled: z.int(),
  voided: z.array(z.object({ reason: z.string(), matches: z.int() })),
  share: shareSchema.nullable(),
}
export const voidsSchema = z.object({
  days: z.int(),
  /** Until when every end is counted, in milliseconds since 1970; 0 before the first count. */
  through: z.number(),
  ...voidFigures,
  tables: z.array(z.object({ gameId: z.string(), ...voidFigures })),
})
export type Voids = z.infer<typeof voidsSchema>
