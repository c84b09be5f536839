import { z } from 'zod'
import { coinsSchema } from '../../rules/index.ts'
import { pageOf, pageQuerySchema } from '../rest/page.ts'
import { signedCoinsSchema } from '../rest/wallet.ts'
import { deskReasonSchema } from './staff.ts'

export const deskPlayerSchema = z.object({
  id: z.string(),
  nickname: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
})

/** Who looked at something, and when. */
const reviewedSchema = z.object({ at: z.number(), staffId: z.uuid(), name: z.string() })

/** Coins that the first of two accounts lost to the second, less what came back, and the matches they met in. */
const metSchema = z.object({ matches: z.int(), moved: signedCoinsSchema })

/** Two accounts that met too often or moved too many coins between them on a day (UTC). */
export const deskFlagSchema = z.object({
  id: z.string(),
  kind: z.enum(['pair']),
  at: z.number(),
  players: z.array(deskPlayerSchema),
  day: z.iso.date(),
  /** Of that day: when it was flagged, and all there is of it. */
  flagged: metSchema,
  total: metSchema,
  /** What the two share: a device that both signed in on, or where their money is paid out. */
  shared: z.enum(['same-device', 'same-payout']).nullable(),
  reviewed: reviewedSchema.nullable(),
})
export type DeskFlag = z.infer<typeof deskFlagSchema>

/** `GET /api/desk/flags`: open ones, the oldest first; or reviewed ones, the newest first. */
export const deskFlagsQuerySchema = pageQuerySchema.extend({
  status: z.enum(['open', 'reviewed']).default('open'),
})
export const deskFlagsPageSchema = pageOf(deskFlagSchema)

/** An account whose survival is beyond luck, over all its matches for coins and bonus coins on tables with clues. */
const deskLuckSchema = z.object({
  player: deskPlayerSchema,
  matches: z.int().min(1),
  /** Moves in which some tile was better than another. */
  moves: z.int().min(0),
  /** In standard deviations of honest play: above 0 where it survived more than its risks would have it. */
  luck: z.number(),
  /** When its latest match ended. */
  latestAt: z.number(),
})
export type DeskLuck = z.infer<typeof deskLuckSchema>

/** `GET /api/desk/luck`: who played last comes first. */
export const deskLuckQuerySchema = pageQuerySchema
export const deskLuckPageSchema = pageOf(deskLuckSchema)

/**
 * What is known of who owns an account, as `POST /api/desk/players/:id/identity` answers it: whether staff looked at it,
 * and the coins that were paid out to it.
 */
export const deskIdentitySchema = z.object({
  player: deskPlayerSchema,
  reviewed: reviewedSchema.nullable(),
  withdrawn: coinsSchema,
})
export type DeskIdentity = z.infer<typeof deskIdentitySchema>

/** `POST /api/desk/flags/:id/review` and `POST /api/desk/players/:id/identity`: what was found, for the audit log. */
export const deskReviewBodySchema = z.strictObject({ reason: deskReasonSchema })
