import type { Activity } from '@minefall/shared/contracts/rest'
import { dayOf } from '@minefall/shared/daily'
import { z } from 'zod'
import { readStreak } from '../../daily/index.ts'
import type { Sql } from '../../db/index.ts'
import type { Claims } from '../gifts/gift.ts'
import { type Gift, giftOf, viewGift } from '../gifts/gift.ts'
import { periodOf } from '../periods.ts'

/** An activity that runs, how far a player has come with it in its present period, and what it gives. */
export type RunningActivity = Pick<Activity, 'id' | 'metric' | 'goal' | 'progress' | 'period'> & {
  gift: Gift
}

const rowSchema = z.object({
  id: z.string(),
  metric: z.enum(['matches', 'wins', 'tables', 'streak']),
  goal: z.int(),
  period: z.enum(['day', 'week', 'month', 'once']),
  gift: z.bigint(),
  progress: z.int(),
})

const periods = ['day', 'week', 'month', 'once'] as const

/**
 * What counts from the later beginning to the earlier end of period and activity, and no more of it than the goal; of the
 * daily board how long the present streak is, whenever it began.
 */
const progressOfEach = `
  select a.id, a.metric, a.goal, a.period, a.gift,
    case a.metric
      when 'streak' then least($6::int, a.goal)
      when 'tables' then (
        select least(count(distinct c.game_id), a.goal) from counted_seat c
        where c.player_id = $1 and c.discounted is null and c.ended_at >= span.begins and c.ended_at < span.ends)
      else (
        select count(*) from (
          select from counted_seat c
          where c.player_id = $1 and c.discounted is null and c.ended_at >= span.begins and c.ended_at < span.ends
            and (a.metric = 'matches' or c.won)
          limit a.goal) moved)
    end::int as progress
  from activity a
  join unnest($3::text[], $4::timestamptz[], $5::timestamptz[]) as p (kind, begins_at, ends_at) on p.kind = a.period
  cross join lateral (
    select greatest(a.begins_at, p.begins_at, '-infinity') as begins, least(a.ends_at, p.ends_at, 'infinity') as ends
  ) span
  where a.is_open and coalesce(a.begins_at <= $2, true) and coalesce(a.ends_at > $2, true)
  order by a.position`

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at))

/** The activities that run at `now`, in their order. */
export const readActivities = async (
  sql: Sql,
  playerId: string,
  { now, claims }: { now: number; claims: Claims },
): Promise<RunningActivity[]> => {
  const spans = periods.map((kind) => periodOf(kind, now))
  const { rows } = await sql.query(progressOfEach, [
    playerId,
    new Date(now),
    periods,
    spans.map(({ beginsAt }) => dateOf(beginsAt)),
    spans.map(({ endsAt }) => dateOf(endsAt)),
    await readStreak(sql, playerId, dayOf(now)),
  ])
  return rowSchema
    .array()
    .parse(rows)
    .map(({ gift: amount, ...activity }) => {
      const { id, progress, goal, period } = activity
      const isEarned = progress >= goal
      const gift = { bonusType: `activity-${id}`, amount, period: periodOf(period, now), isEarned }
      return { ...activity, gift: giftOf(gift, claims) }
    })
}

export const viewActivity = ({ gift, ...activity }: RunningActivity): Activity => ({
  ...activity,
  gift: viewGift(gift),
})
