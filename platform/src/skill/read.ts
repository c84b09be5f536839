import type { OwnSkill } from '@minefall/shared/contracts/rest'
import { luckOf } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

/** The last 30 days, in milliseconds. */
const monthMs = 30 * 86_400_000

const sumsRow = z.object({
  lately: z.boolean().nullable(),
  matches: z.int(),
  accuracy: z.number().nullable(),
  survived: z.int(),
  expected: z.number(),
  variance: z.number(),
})
type Sums = z.output<typeof sumsRow>

/** Since $2, before it, and in all, in one pass: an account may have played very many matches. */
const sums = `
  select ended_at >= $2 as lately, count(*)::int as matches,
    sum(accuracy * choices) / nullif(sum(choices), 0) as accuracy, coalesce(sum(survived), 0)::int as survived,
    coalesce(sum(expected), 0) as expected, coalesce(sum(variance), 0) as variance
  from seat_skill where player_id = $1 and exact group by rollup (lately)`

const none: Omit<Sums, 'lately'> = { matches: 0, accuracy: null, survived: 0, expected: 0, variance: 0 }

const skillOver = ({ matches, accuracy, ...survival }: Omit<Sums, 'lately'> = none): OwnSkill['all'] => ({
  matches,
  // A mean of numbers up to 100 may be rounded to just above it.
  accuracy: accuracy && Math.min(100, accuracy),
  luck: luckOf(survival),
})

/** How a player played over the last 30 days and in all, over the moves of matches that count for it. `now` in milliseconds since 1970. */
export const readSkill = async (sql: Sql, playerId: string, now: number): Promise<OwnSkill> => {
  const { rows } = await sql.query(sums, [playerId, new Date(now - monthMs)])
  const read = sumsRow.array().parse(rows)
  const over = (which: Sums['lately']) => skillOver(read.find(({ lately }) => lately === which))
  return { month: over(true), all: over(null) }
}
