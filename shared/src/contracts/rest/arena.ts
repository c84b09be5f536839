import * as z from 'zod/mini'
import { coinsSchema } from '../../rules/index.ts'
import { arenaPlayerSchema, arenaSchema } from '../live/arena.ts'

/** Arenas over REST. Times are in milliseconds since 1970. */

export const arenaBodySchema = z.object({ arenaId: z.uuid() })
export const arenaQuerySchema = arenaBodySchema

/** Those that are announced or under way, the next first, and behind them the latest that are over. */
export const arenaListSchema = z.object({
  /** The server's clock. */
  now: z.number(),
  arenas: z.array(arenaSchema),
})
export type ArenaList = z.infer<typeof arenaListSchema>

/** What a place won. `paid` says that its transfer is posted. */
const prizeSchema = z.object({
  nth: z.int(),
  place: z.int().check(z.minimum(1)),
  amount: coinsSchema,
  paid: z.boolean(),
})

export const arenaDetailSchema = z.object({
  now: z.number(),
  arena: arenaSchema,
  players: z.array(arenaPlayerSchema),
  /** Empty before the standings are final. */
  prizes: z.array(prizeSchema),
  /** What one is known by in it; null for those who have not joined. */
  own: z.nullable(z.int()),
})
export type ArenaDetail = z.infer<typeof arenaDetailSchema>

/** How one stands with an arena after joining, pausing, going on or leaving. */
export const arenaStatusSchema = z.object({ nth: z.int(), status: arenaPlayerSchema.shape.status })
export type ArenaStatus = z.infer<typeof arenaStatusSchema>
