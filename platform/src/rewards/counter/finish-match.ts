import type { Sql } from '../../db/index.ts'
import type { Uncounted } from './take-match.ts'

/** Until their seat was out by the journal, or else until the end. */
const addSeconds = `
  with counted as (
    delete from match_uncounted where match_id = $1
  ), out as (
    select (event ->> 'seat')::int as seat,
      timestamptz 'epoch' + (event ->> 'at')::bigint * interval '1 millisecond' as at
    from match_decision d cross join lateral jsonb_array_elements(d.events) as e (event)
    where d.match_id = $1 and event ->> 'type' = 'SeatOut'
  )
  insert into play_day as d (player_id, day, asset, seconds)
  select s.player_id, utc_day(m.started_at), m.asset,
    greatest(0, extract(epoch from coalesce(out.at, m.ended_at) - m.started_at))::bigint
  from match m
  join match_seat s
    on s.player_id = any ($2::uuid[]) and s.asset = m.asset and s.ended_at = m.ended_at and s.match_id = m.id
  join login_account a on a.player_id = s.player_id
  left join out on out.seat = s.seat
  where m.id = $1
  order by s.player_id
  on conflict (player_id, day, asset) do update set seconds = d.seconds + excluded.seconds`

/**
 * Adds the time that each account played to the day that the match began on, and takes the match off the queue. The
 * last step of counting: days of play are locked after everything that gives coins, as matches lock them.
 */
export const finishMatch = async (tx: Sql, { matchId, playerIds }: Uncounted): Promise<void> => {
  await tx.query(addSeconds, [matchId, playerIds])
}
