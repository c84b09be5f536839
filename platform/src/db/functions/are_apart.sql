-- Whether one of two players has blocked the other.
create or replace function are_apart(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (
    select from player_block
    where (player_id = one and blocked_id = other) or (player_id = other and blocked_id = one)
  )
$$;
