import * as z from 'zod/mini'
import { coinsSchema, hex, limits, matchIdSchema } from '../rules/index.ts'

const seat = z.int().check(z.minimum(0), z.maximum(limits.seatsMax - 1))
const tile = z.int().check(z.minimum(0), z.maximum(limits.sideMax * limits.sideMax - 1))
const board = z.int().check(z.minimum(0), z.maximum(limits.boardsMax - 1))
/** Mined neighbors, 0–8; 255 for a mine and on blind tables. */
const clue = z.union([z.int().check(z.minimum(0), z.maximum(8)), z.literal(255)])
/** Opens a tile's leaf. */
const salt = hex(16)
/** Milliseconds since 1970, by the clock of the match's owner. */
const at = z.int().check(z.minimum(0))
/**
 * The newest version of events that this program writes and reads. An event's `v` is the version in which its present form
 * came: since 2 a board may begin with openers, since 3 a tile may be picked first and drawn then.
 */
export const eventVersion = 3
const v = z.literal(1)
/** Of events that sealed tables have in another form. */
const v1or3 = z.literal([1, 3])

/** How a player is shown to others. Practice opponents are always labeled by `kind`. */
export const playerViewSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(40)),
  avatar: z.string().check(z.minLength(1), z.maxLength(200)),
  kind: z.enum(['player', 'guest', 'practice']),
  /** As it was when the seat was taken; absent where there is none to show. */
  rating: z.optional(z.int().check(z.minimum(0), z.maximum(9999))),
  /** The id of the player's public page, as it was then; absent where there is none, or they are hidden. */
  profile: z.optional(z.uuid()),
})
export type PlayerView = z.infer<typeof playerViewSchema>

const amounts = z.array(z.strictObject({ seat, amount: coinsSchema }))

/** Why a seat left the match: opened a mine, let the clock run out twice, or left by choice. */
export const outReasonSchema = z.enum(['mine', 'idle', 'left'])
export type OutReason = z.infer<typeof outReasonSchema>

/**
 * Why a match ended without a winner: a seed was not revealed in time, no one moved by hand, the match could
 * not go on (`interrupted`), an internal error stopped it (`quarantined`), no one came (`abandoned`), the house did not
 * have its link (`link-missing`).
 */
export const voidReasonSchema = z.enum([
  'seed-missing',
  'idle',
  'interrupted',
  'quarantined',
  'abandoned',
  'link-missing',
])
export type VoidReason = z.infer<typeof voidReasonSchema>

/** What a seat's time was paused for: a restart of the owner, a silent BFF, or bus or database down. */
const compensationCauseSchema = z.enum(['restart', 'edge', 'storage'])

/**
 * Everything that can happen in a match. State is the fold of these and nothing else; each carries a version.
 * `holder`, the account behind a seat, is the one private field: `viewEvent` strips it before an event leaves
 * the platform. Layout and seeds are in no event before they are due.
 */
export const eventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('SeatTaken'),
    v: v1or3,
    at,
    seat,
    /** A 16-byte pseudonym for this match alone, drawn by the player. */
    ref: hex(16),
    /** The player's commitment to their seed. */
    commit: hex(32),
    /** The end of the seat's chain; at sealed tables alone. */
    chain: z.optional(hex(32)),
    player: playerViewSchema,
    holder: z.optional(z.string()),
  }),
  z.strictObject({ type: z.literal('SeatLeft'), v, at, seat, reason: z.enum(['left', 'absent']) }),
  z.strictObject({
    type: z.literal('Locked'),
    v,
    at,
    /** Hash of the previous fairness-log entry of the same shard. */
    prevLog: hex(32),
    lockHash: hex(32),
    /** Until when every seat must have revealed its seed. */
    revealBy: at,
  }),
  z.strictObject({ type: z.literal('SeedRevealed'), v, at, seat, seed: hex(32) }),
  /** `order` lists the seats in the order of their turns. */
  z.strictObject({ type: z.literal('Started'), v, at, order: z.array(seat) }),
  /**
   * `leaves` are the commitments to every tile of the board, `root` their RFC 6962 root. `openers` are safe tiles that the
   * house opens at once, in order, each with what opens its leaf; left out where there are none.
   */
  z.strictObject({
    type: z.literal('BoardBegun'),
    v: z.union([z.literal(1), z.literal(2)]),
    at,
    board,
    root: hex(32),
    leaves: z.array(hex(32)),
    openers: z.optional(z.array(z.strictObject({ tile, clue, salt })).check(z.minLength(1))),
  }),
  z.strictObject({
    type: z.literal('TurnStarted'),
    v,
    at,
    turn: z.int().check(z.minimum(0)),
    seat,
    deadline: at,
  }),
  /** Sealed tables alone: what is under the tile is drawn once the links of the others are there. */
  z.strictObject({
    type: z.literal('TilePicked'),
    v: z.literal(3),
    at,
    turn: z.int().check(z.minimum(0)),
    seat,
    tile,
    by: z.enum(['hand', 'clock']),
    /** The mover's link of this turn; left out where the clock picked. */
    link: z.optional(hex(32)),
  }),
  /** A seat's link for the tile that was picked in this turn. */
  z.strictObject({
    type: z.literal('LinkRevealed'),
    v: z.literal(3),
    at,
    turn: z.int().check(z.minimum(0)),
    seat,
    link: hex(32),
  }),
  /** At sealed tables `link` is the house's, and `silent` lists the seats without one, left out where there are none. */
  z.strictObject({
    type: z.literal('TileOpened'),
    v: v1or3,
    at,
    turn: z.int().check(z.minimum(0)),
    seat,
    board,
    tile,
    mine: z.boolean(),
    clue,
    salt: z.optional(salt),
    by: z.enum(['hand', 'clock']),
    link: z.optional(hex(32)),
    silent: z.optional(z.array(seat).check(z.minLength(1))),
  }),
  /** `place` counts from the number of seats down to 2; the last one standing is 1 and is never out. */
  z.strictObject({
    type: z.literal('SeatOut'),
    v,
    at,
    seat,
    reason: outReasonSchema,
    place: z.int().check(z.minimum(1)),
  }),
  z.strictObject({
    type: z.literal('ClockCompensated'),
    v,
    at,
    turn: z.int().check(z.minimum(0)),
    ms: z.int().check(z.minimum(1)),
    deadline: at,
    cause: compensationCauseSchema,
  }),
  /** `shared`: the boards ran out and those still in share the pot. */
  z.strictObject({
    type: z.literal('Settled'),
    v,
    at,
    reason: z.enum(['won', 'shared']),
    payouts: amounts,
    rake: coinsSchema,
    serverSeed: hex(32),
  }),
  /** `payouts` is empty when the match had not started: then holds are released. */
  z.strictObject({
    type: z.literal('Voided'),
    v,
    at,
    reason: voidReasonSchema,
    payouts: amounts,
    serverSeed: hex(32),
    /** Where those who were ready sit down again. */
    next: z.optional(matchIdSchema),
  }),
])
export type GameEvent = z.infer<typeof eventSchema>
export type EventOf<T extends GameEvent['type']> = Extract<GameEvent, { type: T }>
