import type { Claims } from '../gifts/claims.ts'
import { type Gift, giftOf } from '../gifts/gift.ts'
import { periodOf } from '../periods.ts'
import { type Level, type Standing, tierOf } from './standing.ts'

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
export const levelGift = (
  { level, matches, gift }: Level,
  standing: Standing,
  claims: Claims,
): Gift | null => {
  if (gift === 0n) return null
  const period = periodOf('once', 0)
  const isEarned = standing.matches >= matches
  return giftOf({ bonusType: `level-${level}`, amount: gift, period, isEarned }, claims)
}

export const levelGifts = (standing: Standing, claims: Claims): Gift[] =>
  standing.levels.flatMap((level) => levelGift(level, standing, claims) ?? [])
