import { luckOf } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import type { Judge } from './judge.ts'
import { readEvidence } from './judging.ts'

const accountRow = z.object({
  id: z.string(),
  name: z.string(),
  matches: z.int(),
  choices: z.int(),
  survived: z.int(),
  expected: z.number(),
  variance: z.number(),
})

/** One line an account with matches for coins or bonus coins: how far survival is from what was expected, the farthest first. */
export const auditLuck = async (sql: Sql): Promise<string[]> => {
  const { rows } = await sql.query(
    `select p.id, p.name, l.matches, l.choices, l.survived, l.expected, l.variance
     from player_luck l join player p on p.id = l.player_id
     order by abs(l.survived - l.expected) / nullif(sqrt(l.variance), 0) desc nulls last, p.id`,
  )
  return accountRow
    .array()
    .parse(rows)
    .map(({ id, name, matches, choices, ...survival }) => {
      const luck = luckOf(survival)
      return `${id}  ${luck === null ? '–' : luck.toFixed(2)}  ${matches} matches, ${choices} moves  ${JSON.stringify(name)}`
    })
}

/** Odds that were summed in another order may differ by this much. */
const rounding = 1e-9

const keptRow = z.object({
  seat: z.int(),
  moves: z.int(),
  choices: z.int(),
  accuracy: z.number().nullable(),
  survived: z.int(),
  expected: z.number(),
  variance: z.number(),
  exact: z.boolean(),
})

const differs = (a: number | null, b: number | null) =>
  a === null || b === null ? a !== b : Math.abs(a - b) > rounding * Math.max(1, Math.abs(a))

const figures = ['moves', 'choices', 'accuracy', 'survived', 'expected', 'variance'] as const

/** Judges every match that has rows again from the journal; one line a difference, and at last those of accounts' sums. */
export const recomputeLuck = async (sql: Sql, { judge }: Pick<Judge, 'judge'>): Promise<string[]> => {
  const found: string[] = []
  const { rows: matches } = await sql.query('select distinct match_id from seat_skill order by match_id')
  for (const { match_id: id } of z.object({ match_id: z.string() }).array().parse(matches)) {
    const { rows } = await sql.query(
      `select seat, moves, choices, accuracy, survived, expected, variance, exact from seat_skill where match_id = $1`,
      [id],
    )
    const told = await readEvidence(sql, id)
    const again = told === null ? null : await judge(told)
    for (const kept of keptRow.array().parse(rows)) {
      const seat = again?.seats.find((one) => one.seat === kept.seat)
      const wrong = figures.filter((figure) => differs(kept[figure], seat?.[figure] ?? null))
      if (again?.isExact !== kept.exact || wrong.length > 0)
        found.push(
          `match ${id}, seat ${kept.seat}: ${['exact', ...wrong].slice(again?.isExact === kept.exact ? 1 : 0).join(', ')}`,
        )
    }
  }
  const { rows: sums } = await sql.query(
    `with summed as (
       select player_id, count(*)::int as matches, sum(choices)::int as choices, sum(survived)::int as survived,
         sum(expected) as expected, sum(variance) as variance
       from seat_skill where exact and asset <> 'trial' group by player_id
     )
     select coalesce(l.player_id, s.player_id)::text as id
     from player_luck l full join summed s on s.player_id = l.player_id
     where (l.matches, l.choices, l.survived) is distinct from (s.matches, s.choices, s.survived)
       or abs(l.expected - s.expected) > ${rounding} * greatest(1, l.expected)
       or abs(l.variance - s.variance) > ${rounding} * greatest(1, l.variance)
     order by 1`,
  )
  for (const { id } of z.object({ id: z.string() }).array().parse(sums))
    found.push(`account ${id}: the sums of its matches`)
  return found
}
