-- What an account lost at private tables since the beginning of a day, UTC, in withdrawable coins: what is at stake
-- there now as lost.
create or replace function private_lost_since(of_player uuid, first_day date) returns bigint language sql stable as $$
  select coalesce(sum(d.private_lost), 0)::bigint from play_day d
  where d.player_id = of_player and d.asset = 'coin' and d.day >= first_day
$$;
