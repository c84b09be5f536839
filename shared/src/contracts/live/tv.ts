import * as z from 'zod/mini'
import { playerViewSchema } from '../../game/events.ts'
import { assetSchema, coinsSchema, matchIdSchema } from '../../rules/index.ts'
import { seatSchema } from './lobby.ts'

/** How many watch a match. */
export const watchersSchema = z.int().check(z.minimum(0))

/** How a picture of TV writes tiles without a clue: closed, picked and not drawn yet, mined, open where no clues are shown. */
export const tvTile = { closed: '.', picked: '?', mine: '*', blind: '-' } as const

/**
 * The match on TV as it is shown at one moment, whole: the next one takes its place, so one that was missed is missed by
 * no one. It has what everyone at the table sees, and no more.
 */
export const tvPictureSchema = z.strictObject({
  matchId: matchIdSchema,
  gameId: z.string(),
  asset: assetSchema,
  stake: coinsSchema,
  watchers: watchersSchema,
  columns: z.int().check(z.minimum(1)),
  rows: z.int().check(z.minimum(1)),
  /** A character a tile, by tile number: those of `tvTile`, or the clue. */
  tiles: z.string().check(z.regex(/^[.?*\-0-8]+$/)),
  seats: z.array(z.extend(playerViewSchema, { seat: seatSchema, out: z.boolean() })),
  /** Whose turn it is and since when; null between turns. Times are in milliseconds since 1970. */
  turn: z.nullable(z.strictObject({ seat: seatSchema, at: z.number(), deadline: z.number() })),
  /** The tile of this board that was opened last by a player. */
  last: z.nullable(z.strictObject({ seat: seatSchema, tile: z.int(), mine: z.boolean() })),
  /** Who won; of none where it was called off; null while it is played. */
  winners: z.nullable(z.array(seatSchema)),
})
export type TvPicture = z.infer<typeof tvPictureSchema>
