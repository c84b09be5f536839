-- What an account lost in withdrawable coins since a day, what is at stake now as lost; below zero for a gain.
create or replace function lost_since(of_player uuid, first_day date) returns bigint language sql stable as $$
  select coalesce(sum(d.staked - d.returned), 0)::bigint from play_day d
  where d.player_id = of_player and d.asset = 'coin' and d.day >= first_day
$$;
