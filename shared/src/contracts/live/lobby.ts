import * as z from 'zod/mini'
import { playerViewSchema } from '../../game/events.ts'
import { assetSchema, coinsSchema, matchIdSchema } from '../../rules/index.ts'

/** The number of a seat. */
export const seatSchema = z.int().check(z.minimum(0), z.maximum(5))

/** A match of a queue that gathers: its stake, its seats and who sits there, practice opponents among them. */
const gatheringFigureSchema = z.strictObject({
  stake: coinsSchema,
  asset: assetSchema,
  seats: z.int().check(z.minimum(2)),
  avatars: z.array(playerViewSchema.shape.avatar).check(z.minLength(1)),
})
export type GatheringFigure = z.infer<typeof gatheringFigureSchema>

/** A match that is played now and that anyone may watch. */
const watchableMatchSchema = z.strictObject({
  matchId: matchIdSchema,
  gameId: z.string(),
  asset: assetSchema,
  stake: coinsSchema,
  players: z.array(z.extend(playerViewSchema, { seat: seatSchema, out: z.boolean() })),
})
export type WatchableMatch = z.infer<typeof watchableMatchSchema>

/** What the lobby shows of a table. */
export const tableFigureSchema = z.strictObject({
  gameId: z.string(),
  /** People in matches of this table now; practice opponents don't count. */
  playing: z.int().check(z.minimum(0)),
  /** The fullest gathering match of each queue where someone sits. */
  gathering: z.array(gatheringFigureSchema),
  /** Average wait in the last hour in milliseconds; null when no one waited. */
  waitMs: z.nullable(z.number().check(z.minimum(0))),
})
export type TableFigure = z.infer<typeof tableFigureSchema>

export const winSchema = z.strictObject({
  at: z.number(),
  gameId: z.string(),
  asset: assetSchema,
  amount: coinsSchema,
  player: playerViewSchema,
})

/** All that the lobby shows of what is going on. */
export const digestSchema = z.strictObject({
  at: z.number(),
  playing: z.int().check(z.minimum(0)),
  tables: z.array(tableFigureSchema),
  /** The newest first; real matches only, practice opponents' wins left out. */
  wins: z.array(winSchema),
  /** Matches to watch: a few of each table, in the order of the tables. Private tables are left out. */
  live: z.array(watchableMatchSchema),
})
export type Digest = z.infer<typeof digestSchema>
