-- The coins of an account's deposits since a day, of all but those that failed.
create or replace function deposited_since(of_player uuid, first_day date) returns bigint language sql stable as $$
  select coalesce(sum(o.amount), 0)::bigint from wallet_order o
  where o.player_id = of_player and o.kind = 'deposit' and o.status <> 'failed'
    and o.created_at >= first_day::timestamp at time zone 'UTC'
$$;
