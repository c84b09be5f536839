import {
  closeCodeSchema,
  type DeskTotals,
  type DeskTotalsRange,
  deskTotalsRanges,
} from '@minefall/shared/contracts/desk'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'

const rowSchema = z
  .object({
    at: z.date(),
    live: z.number(),
    lagging: z.number(),
    resuming: z.number(),
    lost: z.number(),
    in_match: z.number(),
    p50: z.number().nullable(),
    p95: z.number().nullable(),
    reconnects: z.number(),
    closes: z.partialRecord(closeCodeSchema, z.number()),
  })
  .transform(({ at, in_match, ...point }) => ({ ...point, at: at.getTime(), inMatch: in_match }))

/**
 * Connections of all BFFs over a range of time until now. The points begin at multiples of their length; the first and
 * the last may not be whole.
 */
export const readTotals = async (sql: Sql, range: DeskTotalsRange, now: number): Promise<DeskTotals> => {
  const { lengthMs, pointMs } = deskTotalsRanges[range]
  const from = now - lengthMs
  const { rows } = await sql.query(
    `with told as (
       select date_bin($1 * interval '1 millisecond', minute, timestamptz 'epoch') as at, t.*
       from connection_total t where minute > $2 and minute <= $3
     ), minutes as (
       -- All BFFs together; then a minute that none told of counts for nothing.
       select at, minute, sum(live) as live, sum(lagging) as lagging, sum(resuming) as resuming, sum(lost) as lost,
         sum(in_match) as in_match
       from told group by at, minute
     ), levels as (
       select at, round(avg(live))::int as live, round(avg(lagging))::int as lagging,
         round(avg(resuming))::int as resuming, round(avg(lost))::int as lost, round(avg(in_match))::int as in_match
       from minutes group by at
     ), round_trips as (
       select at, max(p95) as p95, sum(reconnects)::int as reconnects,
         (sum(p50 * (live + lagging + resuming)) filter (where p50 is not null)
           / nullif(sum(live + lagging + resuming) filter (where p50 is not null), 0))::real as p50
       from told group by at
     ), closed as (
       select at, jsonb_object_agg(code, closed) as closes from (
         select at, code, sum(value::int) as closed from told cross join lateral jsonb_each_text(closes) as c (code, value)
         group by at, code
       ) as by_code group by at
     )
     select l.*, r.p50, r.p95, r.reconnects, coalesce(c.closes, '{}') as closes
     from levels l join round_trips r using (at) left join closed c using (at) order by at`,
    [pointMs, new Date(from), new Date(now)],
  )
  return { from, to: now, pointMs, points: rowSchema.array().parse(rows) }
}
