import type { OwnSkill } from '@minefall/shared/contracts/rest'
import { luckOf } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

/** The last 30 days, in milliseconds. */
const monthMs = 30 * 86_400_000

const sumsRow = z.object({
  matches: z.int(),
  accuracy: z.number().nullable(),
  survived: z.int(),
  expected: z.number(),
  variance: z.number(),
})

const sums = (since: string) =>
  `select count(*)::int as matches, sum(accuracy * choices) / nullif(sum(choices), 0) as accuracy,
     coalesce(sum(survived), 0)::int as survived, coalesce(sum(expected), 0) as expected,
     coalesce(sum(variance), 0) as variance
   from seat_skill where player_id = $1 and exact and ended_at >= ${since}`

const skillOver = (row: unknown): OwnSkill['all'] => {
  const { matches, accuracy, ...survival } = sumsRow.parse(row)
  // A mean of numbers up to 100 may be rounded to just above it.
  return { matches, accuracy: accuracy && Math.min(100, accuracy), luck: luckOf(survival) }
}

/** How a player played over the last 30 days and in all, over the moves of matches that count for it. `now` in milliseconds since 1970. */
export const readSkill = async (sql: Sql, playerId: string, now: number): Promise<OwnSkill> => {
  const { rows } = await sql.query(`${sums('$2')} union all ${sums(`'-infinity'`)}`, [
    playerId,
    new Date(now - monthMs),
  ])
  return { month: skillOver(rows[0]), all: skillOver(rows[1]) }
}
