import type { VipCenter } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type Claims, type Gift, giftOf, readClaims, viewGift } from '../gifts/gift.ts'
import { periodOf } from '../periods.ts'
import { type Level, levelOf, readStanding, type Standing, tierOf } from './standing.ts'

const bonuses = [
  { bonusType: 'daily', period: 'day' },
  { bonusType: 'weekly', period: 'week' },
  { bonusType: 'monthly', period: 'month' },
] as const

/**
 * The gifts of a day, a week and a month: those of one's tier, or those of the first tier that gives any while one has
 * none. What a tier does not give is left out.
 */
export const vipBonuses = (standing: Standing, claims: Claims, now: number): Gift[] => {
  const { reached } = tierOf(standing)
  const isEarned = reached !== undefined && reached.tier > 0
  const shown = isEarned ? reached : standing.tiers.find(({ tier }) => tier > 0)
  if (shown === undefined) return []
  return bonuses
    .map(({ bonusType, period }) =>
      giftOf({ bonusType, amount: shown[bonusType], period: periodOf(period, now), isEarned }, claims),
    )
    .filter(({ amount }) => amount > 0n)
}

/** What a level gives once; null where it gives nothing. */
const levelGift = ({ level, matches, gift }: Level, standing: Standing, claims: Claims): Gift | null => {
  if (gift === 0n) return null
  const period = periodOf('once', 0)
  const isEarned = standing.matches >= matches
  return giftOf({ bonusType: `level-${level}`, amount: gift, period, isEarned }, claims)
}

export const levelGifts = (standing: Standing, claims: Claims): Gift[] =>
  standing.levels.flatMap((level) => levelGift(level, standing, claims) ?? [])

/** Matches that moved nothing, as many as are reported. */
const discountedMost = 10

const discountedSchema = z
  .object({
    ended_at: z.date().transform((at) => at.getTime()),
    game_id: z.string(),
    discounted: z.enum(['private', 'rematch', 'same-device', 'same-payout', 'same-opponent']),
  })
  .transform(({ ended_at, game_id, discounted }) => ({
    endedAt: ended_at,
    gameId: game_id,
    reason: discounted,
  }))

const readDiscounted = async (sql: Sql, playerId: string): Promise<VipCenter['discounted']> => {
  const { rows } = await sql.query(
    `select ended_at, game_id, discounted from counted_seat
     where player_id = $1 and discounted is not null order by ended_at desc, match_id desc limit $2`,
    [playerId, discountedMost],
  )
  return discountedSchema.array().parse(rows)
}

const viewLevel = (standing: Standing): VipCenter['level'] => {
  const { reached, next } = levelOf(standing)
  return {
    level: reached?.level ?? 0,
    matches: standing.matches,
    from: reached?.matches ?? 0,
    next: next ? { level: next.level, matches: next.matches } : null,
  }
}

const viewTier = (standing: Standing): VipCenter['vip'] => {
  const { reached, next } = tierOf(standing)
  return {
    tier: reached?.tier ?? 0,
    staked: standing.staked.toString(),
    next: next ? { tier: next.tier, staked: next.staked.toString() } : null,
  }
}

/** A player's level and tier, what they give, what can be claimed now, and what moved nothing and why. */
export const readVipCenter = async (sql: Sql, playerId: string, now: number): Promise<VipCenter> => {
  const standing = await readStanding(sql, playerId)
  const claims = await readClaims(sql, playerId)
  return {
    level: viewLevel(standing),
    levels: standing.levels.map((level) => {
      const gift = levelGift(level, standing, claims)
      return { level: level.level, matches: level.matches, gift: gift && viewGift(gift) }
    }),
    vip: viewTier(standing),
    tiers: standing.tiers
      .filter(({ tier }) => tier > 0)
      .map(({ tier, name, ...coins }) => ({
        tier,
        name,
        staked: coins.staked.toString(),
        daily: coins.daily.toString(),
        weekly: coins.weekly.toString(),
        monthly: coins.monthly.toString(),
      })),
    bonuses: vipBonuses(standing, claims, now).map(viewGift),
    discounted: await readDiscounted(sql, playerId),
  }
}
