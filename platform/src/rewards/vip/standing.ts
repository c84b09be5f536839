import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

export type Level = { level: number; matches: number; gift: bigint }
export type Tier = {
  tier: number
  name: string
  staked: bigint
  daily: bigint
  weekly: bigint
  monthly: bigint
}

/** How far a player has come, and the thresholds that this is measured by, from the lowest up. */
export type Standing = { matches: number; staked: bigint; levels: Level[]; tiers: Tier[] }

const progressSchema = z.object({ matches: z.int(), staked: z.bigint() })
const levelSchema = z.object({ level: z.int(), matches: z.int(), gift: z.bigint() })
const tierSchema = z.object({
  tier: z.int(),
  name: z.string(),
  staked: z.bigint(),
  daily: z.bigint(),
  weekly: z.bigint(),
  monthly: z.bigint(),
})

/** Of an account that has not played yet. */
const beginning = { matches: 0, staked: 0n }

export const readStanding = async (sql: Sql, playerId: string): Promise<Standing> => {
  const progress = await sql.query('select matches, staked from player_progress where player_id = $1', [
    playerId,
  ])
  const levels = await sql.query('select level, matches, gift from player_level order by matches')
  const tiers = await sql.query(
    'select tier, name, staked, daily, weekly, monthly from vip_tier order by staked',
  )
  return {
    ...(progressSchema.array().parse(progress.rows)[0] ?? beginning),
    levels: levelSchema.array().parse(levels.rows),
    tiers: tierSchema.array().parse(tiers.rows),
  }
}

/** The highest level that is reached, and the next. */
export const levelOf = ({ matches, levels }: Standing) => ({
  reached: levels.findLast((one) => one.matches <= matches),
  next: levels.find((one) => one.matches > matches),
})

/** The highest tier that is reached, and the next. */
export const tierOf = ({ staked, tiers }: Standing) => ({
  reached: tiers.findLast((one) => one.staked <= staked),
  next: tiers.find((one) => one.staked > staked),
})
