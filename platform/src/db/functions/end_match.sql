-- Ends a match with the outcome for each seat. What was paid back counts in the day that the stake counted in.
create or replace function end_match(
  of_match text, new_phase text, ended timestamptz, tiles int, those_seated jsonb, of_asset text,
  holders uuid[], seats int[], outcomes text[], places int[], payouts bigint[]
) returns boolean language plpgsql as $$
declare
  started timestamptz;
  -- Of each seat's stake: at a private table what comes back of it is not lost there.
  private_stake bigint;
  paid record;
  has_clues boolean;
begin
  update match m set phase = new_phase, ended_at = ended, plies = tiles, players = those_seated where m.id = of_match
  returning m.started_at, case when m.private then m.stake else 0 end, coalesce((m.rules ->> 'clues')::boolean, false)
  into started, private_stake, has_clues;
  insert into match_seat (player_id, asset, ended_at, match_id, seat, outcome, place, payout)
  select s.holder, of_asset, ended, of_match, s.seat, s.outcome, s.place, s.payout
  from unnest(holders, seats, outcomes, places, payouts) as s (holder, seat, outcome, place, payout);
  if started is null then
    return true;
  end if;
  for paid in select s.holder, s.payout from unnest(holders, payouts) as s (holder, payout) where s.payout > 0 order by s.holder loop
    update play_day d
    set returned = d.returned + paid.payout, private_lost = greatest(0, d.private_lost - least(paid.payout, private_stake))
    where d.player_id = paid.holder and d.day = utc_day(started) and d.asset = of_asset;
  end loop;
  if exists (select from login_account a where a.player_id = any (holders)) then
    insert into match_uncounted (match_id, ended_at, player_ids) values (of_match, ended, holders);
    if has_clues then
      insert into match_unjudged (match_id, ended_at, player_ids) values (of_match, ended, holders);
    end if;
  end if;
  return true;
end $$;
