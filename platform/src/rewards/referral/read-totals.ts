import type { ReferralData } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

const rowSchema = z.object({
  invitation_code: z.string(),
  came: z.int(),
  earned: z.int(),
  earned_this_month: z.int(),
  amount: z.string(),
})

/** Someone's own code, how many came by it, and what they earned in all and in the month (UTC) of `now`. */
export const readTotals = async (
  sql: Sql,
  playerId: string,
  now: number,
): Promise<Pick<ReferralData, 'code' | 'came' | 'earned'>> => {
  const { rows } = await sql.query(
    `select a.invitation_code, came.count as came, earned.count as earned, earned.this_month as earned_this_month,
       earned.amount
     from login_account a
     cross join lateral (select count(*)::int as count from referral where inviter_id = a.player_id) came
     cross join lateral (
       select count(*)::int as count, coalesce(sum(amount), 0) as amount,
         (count(*) filter (where utc_day(decided_at) >= period_begin('month', $2)))::int as this_month
       from referral where inviter_id = a.player_id and status = 'earned'
     ) earned
     where a.player_id = $1`,
    [playerId, new Date(now)],
  )
  const { invitation_code, came, earned, earned_this_month, amount } = rowSchema.parse(rows[0])
  return {
    code: invitation_code,
    came,
    earned: { count: earned, thisMonth: earned_this_month, amount },
  }
}
