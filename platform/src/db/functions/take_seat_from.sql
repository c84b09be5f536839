-- Takes a free seat, and keeps where it was taken from while it is held. Refused for a player who sits elsewhere.
create or replace function take_seat_from(of_player uuid, of_match text, of_seat int, of_address text, of_device bytea)
returns boolean language plpgsql as $$
begin
  insert into seated (player_id, match_id, seat, address_group, device_hash)
  values (of_player, of_match, of_seat, of_address, of_device)
  on conflict (player_id) do nothing;
  if not found then
    perform refuse('seated-elsewhere');
  end if;
  return true;
end $$;
