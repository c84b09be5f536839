import { z } from 'zod'
import { coinsSchema } from '../../rules/index.ts'
import { pageOf } from './page.ts'
import { accountCenterSchema } from './profile.ts'

/**
 * Levels, VIP, gifts, activities and invitations. All gifts are bonus coins. Times are in milliseconds since 1970; days,
 * weeks (from Monday) and months are those of UTC. What counts are settled matches for coins or bonus coins at open
 * tables, rematches apart, with at least one opponent who is a stranger.
 */

/** What `receive` is reported: the VIP gifts of a day, a week and a month, that of a level, or that of an activity. */
const bonusTypeSchema = z
  .string()
  .max(60, { abort: true })
  .regex(/^(daily|weekly|monthly|level-[1-9]\d{0,2}|activity-[a-z]+(-[a-z]+)*)$/, 'bad-parameters')

/** `locked`: not earned yet; `ready`: to be claimed; `received`: claimed, for this period. */
const giftStatusSchema = z.enum(['locked', 'ready', 'received'])
export type GiftStatus = z.infer<typeof giftStatusSchema>

const giftSchema = z.object({
  bonus_type: bonusTypeSchema,
  amount: coinsSchema,
  status: giftStatusSchema,
  /** When its period ends and the next begins; null for what is given once. */
  endsAt: z.number().nullable(),
})

export const vipCenterSchema = z.object({
  level: z.object({
    level: z.int(),
    /** Matches that count. */
    matches: z.int(),
    /** Where this level began, and the next; null at the highest. */
    from: z.int(),
    next: z.object({ level: z.int(), matches: z.int() }).nullable(),
  }),
  levels: z.array(z.object({ level: z.int(), matches: z.int(), gift: giftSchema.nullable() })),
  vip: z.object({
    tier: z.int(),
    /** Withdrawable coins staked in matches that count. */
    staked: coinsSchema,
    next: z.object({ tier: z.int(), staked: coinsSchema }).nullable(),
  }),
  /** Without tier 0. `name` is its key in the catalogue. */
  tiers: z.array(
    z.object({
      tier: z.int(),
      name: z.string(),
      staked: coinsSchema,
      daily: coinsSchema,
      weekly: coinsSchema,
      monthly: coinsSchema,
    }),
  ),
  /** Daily, weekly, monthly, with the amounts of one's tier, or of the first tier while they are locked. */
  bonuses: z.array(giftSchema),
  /** The latest matches that moved nothing, and why. */
  discounted: z.array(
    z.object({
      endedAt: z.number(),
      gameId: z.string(),
      reason: z.enum(['private', 'rematch', 'same-device', 'same-payout', 'same-opponent']),
    }),
  ),
})
export type VipCenter = z.infer<typeof vipCenterSchema>

export const receiveBodySchema = z.object({ bonus_type: bonusTypeSchema })
export const receivedSchema = z.object({ bonus_type: bonusTypeSchema, amount: coinsSchema, at: z.number() })
export type Received = z.infer<typeof receivedSchema>

const activitySchema = z.object({
  id: z.string(),
  metric: z.enum(['matches', 'wins', 'tables', 'streak']),
  goal: z.int().min(1),
  /** At most the goal. */
  progress: z.int().min(0),
  period: z.enum(['day', 'week', 'month', 'once']),
  gift: giftSchema,
})
export type Activity = z.infer<typeof activitySchema>

/** The user, how the account is secured, the running activities, and how many gifts are ready. */
export const centerSchema = accountCenterSchema.extend({
  activities: z.array(activitySchema),
  /** Gifts that can be claimed now: VIP, levels and activities. */
  ready: z.int().min(0),
})
export type Center = z.infer<typeof centerSchema>

export const invitedSchema = z.object({
  name: z.string(),
  avatar: z.string(),
  joinedAt: z.number(),
  /** Matches that count so far, of the rule's `matches`; and those that don't because the inviter or others of theirs sat in them. */
  matches: z.int(),
  discounted: z.int(),
  status: z.enum(['playing', 'earned', 'refused']),
  reason: z.enum(['same-device', 'same-payout', 'monthly-most', 'paused', 'barred']).nullable(),
  amount: z.nullable(coinsSchema),
  decidedAt: z.number().nullable(),
})
export type Invited = z.infer<typeof invitedSchema>

export const referralDataSchema = z.object({
  code: z.string(),
  rule: z.object({ gift: coinsSchema, matches: z.int(), monthlyMost: z.int() }),
  /** All who came, how many of them earned something, in this month too, and how much that was. */
  came: z.int(),
  earned: z.object({ count: z.int(), thisMonth: z.int(), amount: coinsSchema }),
  /** Who came, the newest first. */
  invited: pageOf(invitedSchema),
})
export type ReferralData = z.infer<typeof referralDataSchema>
