import { z } from 'zod'
import { assetSchema, coinsSchema, rulesSchema } from '../../rules/index.ts'
import { deskReasonSchema } from './staff.ts'

const reason = deskReasonSchema
const version = z.int().min(1)

/** A table as staff see it. What is not in the body below is fixed: boards and clocks are held by proofs of fairness. */
export const deskTableSchema = z.object({
  gameId: z.string(),
  name: z.string(),
  /** A closed one is not offered; matches that were locked by then play on. */
  isOpen: z.boolean(),
  seats: z.int(),
  /** With the rake in force. */
  rules: rulesSchema,
  stakes: z.array(coinsSchema),
  assets: z.array(assetSchema),
  guests: z.boolean(),
  /** Whether practice opponents fill empty seats. */
  practice: z.boolean(),
  /** This table's own rake in hundredths of a percent; null for the operator's setting. */
  rakeBps: z.int().nullable(),
  version,
})
export type DeskTable = z.infer<typeof deskTableSchema>

/** The most stakes a table may offer, and the most its own rake may be (10 %). */
export const tableLimits = { stakesMost: 6, stakeMost: 1_000_000, rakeBpsMost: 1_000 } as const

/** `POST /api/desk/tables/:gameId`: all that may be changed, with the version that was read. */
export const deskTableBodySchema = z.strictObject({
  isOpen: z.boolean(),
  /** Ascending, each once. */
  stakes: z.array(coinsSchema).min(1).max(tableLimits.stakesMost),
  practice: z.boolean(),
  rakeBps: z.int().min(0).max(tableLimits.rakeBpsMost).nullable(),
  version,
  reason,
})
export type DeskTableBody = z.infer<typeof deskTableBodySchema>

/** An activity as staff see it. What it counts, and how often it starts over, is fixed. */
export const deskActivitySchema = z.object({
  id: z.string(),
  metric: z.enum(['matches', 'wins', 'tables', 'streak']),
  period: z.enum(['day', 'week', 'month', 'once']),
  isOpen: z.boolean(),
  goal: z.int(),
  /** Bonus coins. */
  gift: coinsSchema,
  /** Null for no bound. Milliseconds since 1970. */
  beginsAt: z.number().nullable(),
  endsAt: z.number().nullable(),
  version,
})
export type DeskActivity = z.infer<typeof deskActivitySchema>

/** The largest goal, and the most bonus coins that one may give. */
export const activityLimits = { goalMost: 1_000, giftMost: 100_000 } as const

const instant = z.int().min(0).max(4_102_444_800_000)
/** `POST /api/desk/activities/:id`: all that may be changed, with the version that was read. */
export const deskActivityBodySchema = z.strictObject({
  isOpen: z.boolean(),
  goal: z.int().min(1).max(activityLimits.goalMost),
  gift: coinsSchema,
  beginsAt: instant.nullable(),
  endsAt: instant.nullable(),
  version,
  reason,
})
export type DeskActivityBody = z.infer<typeof deskActivityBodySchema>

/** How long an arena may be, in minutes, how far ahead it may begin, in days, and the most bonus coins that it may give. */
export const arenaLimits = { minutesLeast: 5, minutesMost: 180, daysMost: 30, potMost: 100_000 } as const

/** `POST /api/desk/arenas`: an arena with stakes, or a free one with bonus coins as prizes. */
export const deskArenaBodySchema = z.strictObject({
  /** Drawn by the page: sent twice, it is one arena. */
  arenaId: z.uuid(),
  gameId: z.string().min(1).max(40),
  beginsAt: instant,
  minutes: z.int().min(arenaLimits.minutesLeast).max(arenaLimits.minutesMost),
  asset: z.enum(['coin', 'promo']),
  /** 0 for a free one, of bonus coins. */
  stake: coinsSchema,
  rakeBps: z.int().min(0).max(tableLimits.rakeBpsMost),
  /** What the pot of a free one grows by with each player who has points, and to at most; 0 where there is a stake. */
  potEach: coinsSchema,
  potMost: coinsSchema,
  reason,
})
export type DeskArenaBody = z.infer<typeof deskArenaBodySchema>

/** `POST /api/desk/arenas/:id/cancel`. */
export const deskArenaCancelBodySchema = z.strictObject({ reason })
