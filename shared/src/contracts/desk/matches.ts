import { z } from 'zod'
import { outReasonSchema, voidReasonSchema } from '../../game/events.ts'
import { assetSchema, coinsSchema, matchIdSchema, rulesSchema } from '../../rules/index.ts'
import { pageOf, pageQuerySchema } from '../rest/page.ts'
import { deskReasonSchema } from './staff.ts'

const at = z.number()
const seat = z.int().min(0)
const colleagueSchema = z.object({ id: z.uuid(), name: z.string() })

export const matchPhases = ['gathering', 'locking', 'playing', 'settled', 'voided'] as const

/**
 * Why a match that lives may be voided by hand: nothing happened in it for ten minutes (`silent`), or its owner could
 * not go on with it and could not void it either (`stopped`).
 */
const stuckSchema = z.enum(['silent', 'stopped'])
export type Stuck = z.infer<typeof stuckSchema>

/** A seat as staff see it: with the account behind it. */
const deskSeatSchema = z.object({
  seat,
  /** Null for practice opponents. */
  playerId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(['player', 'guest', 'practice']),
  out: z.nullable(outReasonSchema),
})
export type DeskSeat = z.infer<typeof deskSeatSchema>

/** A match as a line of the list. Nothing here or below holds a tile that is closed, a clue, a seed or a salt while it lives. */
const deskMatchSchema = z.object({
  matchId: matchIdSchema,
  gameId: z.string(),
  phase: z.enum(matchPhases),
  asset: assetSchema,
  stake: coinsSchema,
  seats: z.int(),
  taken: z.array(deskSeatSchema),
  private: z.boolean(),
  rematch: z.boolean(),
  openedAt: at,
  startedAt: at.nullable(),
  endedAt: at.nullable(),
  /** When something last happened in it, and how many events there are. */
  lastEventAt: at,
  seq: z.int(),
  shard: z.int(),
  /** Who owns its shard. */
  node: z.string(),
  /** Null while it goes on, and when it is over. */
  stuck: stuckSchema.nullable(),
})
export type DeskMatch = z.infer<typeof deskMatchSchema>

/** `GET /api/desk/matches`: the newest first. `live` asks for those that go on, or those that are over. */
export const deskMatchesQuerySchema = pageQuerySchema.extend({
  live: z.enum(['yes', 'no']).optional(),
  phase: z.enum(matchPhases).optional(),
  gameId: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .optional(),
  playerId: z.uuid().optional(),
  stuck: z.literal('yes').optional(),
})
export const deskMatchesPageSchema = pageOf(deskMatchSchema)

/** What is reported about an event. `mine` is of an opened tile; its clue is reported when the match is over. */
const deskMatchEventSchema = z.object({
  seq: z.int(),
  at: at.nullable(),
  /** `unreadable` where what is stored is no event that this program knows. */
  type: z.string(),
  seat: seat.nullable(),
  turn: z.int().nullable(),
  board: z.int().nullable(),
  tile: z.int().nullable(),
  mine: z.boolean().nullable(),
  clue: z.int().nullable(),
  /** Why a seat is out or left, why the match ended, who opened a tile, what a clock was compensated for. */
  why: z.string().nullable(),
  /** Milliseconds that a clock was given. */
  ms: z.int().nullable(),
  /** The tiles that the house opened as a board began. */
  openers: z.array(z.int()),
})
export type DeskMatchEvent = z.infer<typeof deskMatchEventSchema>

/** What two people decide together about a match that is stuck. */
const deskVoidSchema = z.object({
  id: z.uuid(),
  reason: z.string(),
  askedBy: colleagueSchema,
  askedAt: at,
  /** `lapsed`: confirmed, but by then the match went on or was over. */
  status: z.enum(['open', 'confirmed', 'withdrawn', 'lapsed']),
  endedBy: colleagueSchema.nullable(),
  endedAt: at.nullable(),
})
export type DeskVoid = z.infer<typeof deskVoidSchema>

/** `GET /api/desk/matches/:id`. */
export const deskMatchDetailSchema = deskMatchSchema.extend({
  rules: rulesSchema,
  /** Whose turn it is, and until when; null where no clock runs. */
  clock: z.object({ turn: z.int(), seat, deadline: at, compensatedMs: z.int() }).nullable(),
  /** How often the match's shard has changed hands. */
  epoch: z.string(),
  events: z.array(deskMatchEventSchema),
  result: z
    .object({
      why: z.union([z.enum(['won', 'shared']), voidReasonSchema]),
      payouts: z.array(z.object({ seat, amount: coinsSchema })),
      rake: coinsSchema,
      next: z.nullable(matchIdSchema),
    })
    .nullable(),
  /** What players may verify it by, once it is over. */
  proof: z
    .object({
      serverCommit: z.string(),
      serverSeed: z.string(),
      lockHash: z.string().nullable(),
      seeds: z.array(z.object({ seat, ref: z.string(), commit: z.string(), seed: z.string().nullable() })),
      boards: z.array(z.object({ board: z.int(), root: z.string() })),
    })
    .nullable(),
  voids: z.array(deskVoidSchema),
})
export type DeskMatchDetail = z.infer<typeof deskMatchDetailSchema>

/**
 * `POST /api/desk/matches/:id/void`: asks for it, or confirms what someone else asked for. `POST …/void/withdraw`
 * takes back what is asked for, your own or another's.
 */
export const deskVoidBodySchema = z.strictObject({ reason: deskReasonSchema })
