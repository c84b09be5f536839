import {
  limitKindSchema,
  limitPeriodSchema,
  type PlayLimit,
  type PlayState,
} from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type PendingRow, pendingOf } from './limit-row.ts'

const coins = z.bigint().transform(String)
const time = z.date().transform((at) => at.getTime())

const limitRow = z.object({
  kind: limitKindSchema,
  period: limitPeriodSchema,
  amount: coins.nullable(),
  used: coins,
  period_ends: time,
  asked_at: time.nullable(),
  asked_amount: z.bigint().nullable(),
})

/** All six limits of an account with what is used of each now, those that are not set too. */
export const readLimits = async (
  sql: Sql,
  { playerId, now, limitRaiseMs }: { playerId: string; now: number; limitRaiseMs: number },
): Promise<PlayLimit[]> => {
  const { rows } = await sql.query(
    `select k.kind, p.period, l.amount, l.asked_at, l.asked_amount,
       limit_used($1, k.kind, p.period, $2) as used,
       (period_begin(p.period, $2) + ('1 ' || p.period)::interval) at time zone 'UTC' as period_ends
     from unnest(array['deposit', 'loss']) with ordinality as k (kind, nth)
     cross join unnest(array['day', 'week', 'month']) with ordinality as p (period, nth)
     left join play_limit l on l.player_id = $1 and l.kind = k.kind and l.period = p.period
     order by k.nth, p.nth`,
    [playerId, new Date(now)],
  )
  const pending = (row: PendingRow) => pendingOf(row, { now, limitRaiseMs })
  return limitRow
    .array()
    .parse(rows)
    .map(({ kind, period, amount, used, period_ends: endsAt, asked_at, asked_amount }) => ({
      kind,
      period,
      amount,
      used,
      endsAt,
      pending: pending({ askedAt: asked_at, askedAmount: asked_amount }),
    }))
}

const lossRow = z.object({ lost: z.bigint(), day_ends: time })

/** What an account has lost at private tables today (UTC) and may still lose, in withdrawable coins. */
export const readPrivateLoss = async (
  sql: Sql,
  { playerId, now, most }: { playerId: string; now: number; most: bigint },
): Promise<PlayState['privateLoss']> => {
  const { rows } = await sql.query(
    `select private_lost_since($1, utc_day($2)) as lost, (utc_day($2) + 1)::timestamp at time zone 'UTC' as day_ends`,
    [playerId, new Date(now)],
  )
  const { lost, day_ends: endsAt } = lossRow.parse(rows[0])
  return {
    lost: lost.toString(),
    most: most.toString(),
    left: (lost < most ? most - lost : 0n).toString(),
    endsAt,
  }
}
