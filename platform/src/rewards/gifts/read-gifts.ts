import type { Sql } from '../../db/index.ts'
import { type RunningActivity, readActivities } from '../activities/activities.ts'
import { readStanding } from '../vip/standing.ts'
import { levelGifts, vipBonuses } from '../vip/vip-gifts.ts'
import { readClaims } from './claims.ts'
import type { Gift } from './gift.ts'

/** The activities that run at `now`, and all gifts as they stand: of VIP, of levels, and of these activities. */
export const readGifts = async (
  sql: Sql,
  playerId: string,
  now: number,
): Promise<{ activities: RunningActivity[]; gifts: Gift[] }> => {
  const standing = await readStanding(sql, playerId)
  const claims = await readClaims(sql, playerId)
  const activities = await readActivities(sql, playerId, { now, claims })
  const gifts = [
    ...vipBonuses(standing, claims, now),
    ...levelGifts(standing, claims),
    ...activities.map(({ gift }) => gift),
  ]
  return { activities, gifts }
}
