import { z } from 'zod'

/** The address of an account's page: drawn for it alone, so it says nothing of the account. */
export const profileIdSchema = z.uuid()

/** What people see of a rating. */
const shownRatingSchema = z.int()

/** What is earned by play, once and for all. */
export const badgeSchema = z.enum([
  'first-win',
  'five-in-a-row',
  'all-tables',
  'hundred-matches',
  'thousand-matches',
  'established',
  'strong',
  'master',
])
export type Badge = z.infer<typeof badgeSchema>

const ratingSchema = z.object({
  rating: shownRatingSchema,
  /** Not sure yet, or no longer after absence. */
  provisional: z.boolean(),
  /** The highest that was not provisional; null before. */
  best: shownRatingSchema.nullable(),
  /** Rated matches. */
  matches: z.int().min(1),
  /** After each of the latest hundred rated matches, the oldest first. */
  curve: z.array(shownRatingSchema).max(100),
  /** In how many of these the place was first, second and so on. */
  places: z.array(z.int().min(0)),
})
export type ShownRating = z.infer<typeof ratingSchema>

/** 0–100, as `accuracyOf` in `shared/src/game/skill.ts` has it. */
const accuracySchema = z.number().min(0).max(100)

const playerDetailsSchema = z.object({
  /** The name of a drawn avatar, or the address of an uploaded one. */
  avatar: z.string(),
  level: z.int().min(0),
  /** Null before the first rated match. */
  rating: ratingSchema.nullable(),
  /** Over the last 30 days (null without a match judged in them) and over all matches; null before the first. */
  accuracy: z.object({ month: accuracySchema.nullable(), all: accuracySchema }).nullable(),
  badges: z.array(badgeSchema),
})
export type PlayerDetails = z.infer<typeof playerDetailsSchema>

/** A player as everyone may see them; `details` is null for those who are hidden. */
export const publicProfileSchema = z.object({ name: z.string(), details: playerDetailsSchema.nullable() })
export type PublicProfile = z.infer<typeof publicProfileSchema>

/** Your own page; `id` is null before your first counted match. The details are there while you are hidden, too. */
export const ownProfileSchema = z.object({
  id: profileIdSchema.nullable(),
  hidden: z.boolean(),
  name: z.string(),
  details: playerDetailsSchema,
})
export type OwnProfile = z.infer<typeof ownProfileSchema>

export const hideBodySchema = z.object({ hidden: z.boolean() })

/** Who has a place in a leaderboard; accounts with the same number have different places. */
const placedSchema = z.object({
  place: z.int().min(1),
  id: profileIdSchema,
  name: z.string(),
  avatar: z.string(),
  level: z.int().min(0),
})

/** Your own place, which is null until there are enough matches. */
const ownPlaceSchema = z.object({
  place: z.int().min(1).nullable(),
  id: profileIdSchema.nullable(),
  hidden: z.boolean(),
})

const standingSchema = z.object({
  rating: shownRatingSchema,
  provisional: z.boolean(),
  matches: z.int().min(1),
})

export const leaderboardSchema = z.object({
  /** Rated matches without which no one is listed. */
  least: z.int(),
  items: z.array(placedSchema.extend(standingSchema.shape)).max(100),
  /** Null for those who are not signed in, or without a rated match. */
  own: ownPlaceSchema.extend(standingSchema.shape).nullable(),
})
export type Leaderboard = z.infer<typeof leaderboardSchema>

export const accuracyBoardSchema = z.object({
  /** Matches judged in the last seven days without which no one is listed. */
  least: z.int(),
  items: z.array(placedSchema.extend({ accuracy: accuracySchema, matches: z.int().min(1) })).max(100),
  /** Null for those who are not signed in. `accuracy` is null without a judged match. */
  own: ownPlaceSchema.extend({ accuracy: accuracySchema.nullable(), matches: z.int().min(0) }).nullable(),
})
export type AccuracyBoard = z.infer<typeof accuracyBoardSchema>
