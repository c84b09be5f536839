import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

/** What each invitation earns in bonus coins, after how many matches that count, and how many may in a month (UTC). */
export type Rule = Readonly<{ gift: bigint; matches: number; monthlyMost: number }>

const rowSchema = z
  .object({ gift: z.bigint(), matches: z.int(), monthly_most: z.int() })
  .transform(({ gift, matches, monthly_most }): Rule => ({ gift, matches, monthlyMost: monthly_most }))

export const readRule = async (sql: Sql): Promise<Rule> => {
  const { rows } = await sql.query('select gift, matches, monthly_most from referral_rule')
  return rowSchema.parse(rows[0])
}
