-- Which of these accounts may neither stake, deposit nor be given anything now, each once, and why. Of many it is one
-- statement: `why_barred` of each would take a third of a millisecond an account.
create or replace function those_barred(of_players uuid[], at_time timestamptz, barred_countries text[])
returns table (player_id uuid, reason text) language sql stable as $$
  select o.player_id, case when b.player_id is null then 'country-barred' else 'play-paused' end
  from unnest(of_players) as o (player_id)
  left join (
    select distinct p.player_id from play_break p
    where p.player_id = any (of_players) and (p.ends_at is null or p.ends_at > at_time)
  ) b on b.player_id = o.player_id
  left join those_from(of_players, barred_countries) as f (player_id) on f.player_id = o.player_id
  where b.player_id is not null or f.player_id is not null
$$;
