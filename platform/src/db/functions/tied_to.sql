-- The accounts that are one person with this one as far as the house can see: devices that both signed in on, and
-- accounts that both have money paid out to, what they took back included.
create or replace function tied_to(of_player uuid) returns table (player_id uuid, tie text) language sql stable as $$
  select theirs.player_id, 'same-device'
  from known_device mine join known_device theirs using (device_hash)
  where mine.player_id = of_player and theirs.player_id <> of_player
  union
  select theirs.player_id, 'same-payout'
  from payout_destination mine join payout_destination theirs using (fingerprint)
  where mine.player_id = of_player and theirs.player_id <> of_player
$$;
