import type { PlayDay } from '@minefall/shared/contracts/rest'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'

/** A place in the list of days: the day below which the next one is, `2026-03-01`. */
export const placeSchema = z.tuple([z.iso.date()])
export type Place = z.infer<typeof placeSchema>

const coins = z.bigint().transform(String)
const dayRow = z.object({
  day: z.iso.date(),
  seconds: z.bigint().transform(Number),
  matches: z.bigint().transform(Number),
  staked: coins,
  returned: coins,
  net: coins,
  deposited: coins,
  withdrawn: coins,
  gifts: coins,
  promo_net: coins,
})

/**
 * What was on each day from four places, each in its own columns: play by the day of the match's start, orders by the
 * day of their end, and every bonus coin that came from where they are given.
 */
const days = `
  with played as (
    select day, seconds, matches, asset, staked, returned from play_day where player_id = $1 and day < $2
  ), told as (
    select day, seconds, matches,
      case asset when 'coin' then staked else 0 end as staked,
      case asset when 'coin' then returned else 0 end as returned,
      0::bigint as deposited, 0::bigint as withdrawn, 0::bigint as gifts,
      case asset when 'promo' then returned - staked else 0 end as promo_net
    from played
    union all
    select utc_day(o.ended_at), 0, 0, 0, 0,
      case o.kind when 'deposit' then o.amount else 0 end, case o.kind when 'withdrawal' then o.amount else 0 end, 0, 0
    from wallet_order o where o.player_id = $1 and o.status = 'completed' and utc_day(o.ended_at) < $2
    union all
    select utc_day(t.at), 0, 0, 0, 0, 0, 0, e.amount, 0
    from account a join entry e on e.account_id = a.id join transfer t on t.id = e.transfer_id
    where a.kind = 'player' and a.owner = $1::text and a.asset = 'promo' and utc_day(t.at) < $2
      and exists (
        select from entry g join account s on s.id = g.account_id where g.transfer_id = t.id and s.kind = 'promo'
      )
  )
  select day::text, sum(seconds)::bigint as seconds, sum(matches)::bigint as matches, sum(staked)::bigint as staked,
    sum(returned)::bigint as returned, sum(returned - staked)::bigint as net, sum(deposited)::bigint as deposited,
    sum(withdrawn)::bigint as withdrawn, sum(gifts)::bigint as gifts, sum(promo_net)::bigint as promo_net
  from told group by day order by day desc limit $3`

const viewDay = ({ promo_net: promoNet, ...row }: z.output<typeof dayRow>): PlayDay => ({ ...row, promoNet })

/** The days on which there was something, the newest first, and where the next page begins, or null at the end. */
export const readDays = async (
  sql: Sql,
  playerId: string,
  { from, limit }: { from?: Place | undefined; limit: number },
): Promise<{ days: PlayDay[]; next: Place | null }> => {
  const [below] = from ?? ['infinity']
  const { rows } = await sql.query(days, [playerId, below, limit + 1])
  const found = dayRow.array().parse(rows).map(viewDay)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { days: shown, next: last && found.length > limit ? [last.day] : null }
}
