-- The limit of an account that so many coins more would pass, and what is left of it: of several the one with the least.
create or replace function passed_limit(of_player uuid, of_kind text, coins bigint, at_time timestamptz)
returns table (period text, remaining bigint) language sql stable as $$
  select l.period, greatest(0, l.amount - u.used) as remaining
  from play_limit l cross join lateral (select limit_used(of_player, of_kind, l.period, at_time) as used) u
  where l.player_id = of_player and l.kind = of_kind and u.used + coins > l.amount
  order by remaining, l.period limit 1
$$;
