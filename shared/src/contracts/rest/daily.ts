import { z } from 'zod'
import { dailyRulesSchema, daySchema } from '../../daily/index.ts'
import { hex } from '../../rules/index.ts'
import { profileIdSchema } from './players.ts'

/** The board of a day. Times are in milliseconds since 1970; days are those of UTC. */

const tile = z.int().min(0).max(255)

/** An open tile, with what opens its leaf. `clue` is 255 on a mine. */
const openTileSchema = z.object({ tile, clue: z.int(), salt: hex(16) })

/** What is public of a board before anyone plays it: the commitment as the log has it at `line`. */
const commitmentSchema = z.object({
  commit: hex(32),
  root: hex(32),
  committedAt: z.number(),
  line: z.object({ shard: z.int(), position: z.int() }),
})

/** How a try ended. `accuracy` is null without a choice; all three are null for a moment after the end. */
const resultSchema = z.object({
  accuracy: z.number().min(0).max(100).nullable(),
  seconds: z.int().min(0).nullable(),
})

/** One's own try: what is open of the board, and nothing else of it. */
export const dailyTrySchema = z.object({
  day: daySchema,
  rules: dailyRulesSchema,
  /** The commitment to each tile; their root is that of the commitment. */
  leaves: z.array(hex(32)),
  openers: z.array(openTileSchema),
  /** What was opened by hand, in order. */
  tiles: z.array(openTileSchema.extend({ mine: z.boolean() })),
  beganAt: z.number(),
  /** Until when it may be gone on with. */
  finishAt: z.number(),
  endedAt: z.number().nullable(),
  result: resultSchema,
})
export type DailyTry = z.infer<typeof dailyTrySchema>

export const dailySchema = z.object({
  /** The server's clock. */
  now: z.number(),
  day: daySchema,
  endsAt: z.number(),
  /** Null where this day has no board. */
  board: commitmentSchema.extend({ rules: dailyRulesSchema }).nullable(),
  /** Today's, and yesterday's while it may be gone on with, and for an hour after that. */
  tries: z.array(dailyTrySchema),
  /** Whether today's board was played on this device by someone else, so that its guest may not. */
  isDeviceUsed: z.boolean(),
  /** Tries of this device's guest that the account can have: it has none of these days itself. */
  claimable: z.int().min(0),
  /** Boards in a row that were played to the end, the latest today or the one before. */
  streak: z.int().min(0),
  /** The latest day whose board is open, for playing it once more. */
  openDay: z.nullable(daySchema),
})
export type Daily = z.infer<typeof dailySchema>

export const dayBodySchema = z.object({ day: daySchema })
export const openTileBodySchema = z.object({ day: daySchema, tile })
export const dayQuerySchema = z.object({ day: daySchema })

/** How many tries became the account's. */
export const claimedSchema = z.object({ claimed: z.int().min(0) })

/** The board of a day that is over, with its seed: all of it follows. */
export const openBoardSchema = commitmentSchema.extend({
  day: daySchema,
  rules: dailyRulesSchema,
  seed: hex(32),
  openedAt: z.number(),
  seedLine: z.object({ shard: z.int(), position: z.int() }),
})
export type OpenBoard = z.infer<typeof openBoardSchema>

const scoreSchema = z.object({
  safe: z.int().min(0),
  hits: z.int().min(0),
  accuracy: z.number().min(0).max(100).nullable(),
  seconds: z.int().min(0),
})

export const dailyBoardSchema = z.object({
  day: daySchema,
  /** Accounts that have played it to the end. */
  players: z.int().min(0),
  /** The hundred best. Equal scores have the same place; `id` is null where there is no public page yet. */
  items: z
    .array(
      scoreSchema.extend({
        place: z.int().min(1),
        id: profileIdSchema.nullable(),
        name: z.string(),
        avatar: z.string(),
        isOwn: z.boolean(),
      }),
    )
    .max(100),
  /** Null for those who are not signed in or have not ended a try. The place is that among all who are shown. */
  own: scoreSchema.extend({ place: z.int().min(1), hidden: z.boolean() }).nullable(),
})
export type DailyBoard = z.infer<typeof dailyBoardSchema>

/** One's own scored days that are over, the latest first, 31 at most. */
export const dailyHistorySchema = z.array(
  scoreSchema.extend({ day: daySchema, rules: dailyRulesSchema, isOpen: z.boolean() }),
)
export type DailyHistory = z.infer<typeof dailyHistorySchema>
