-- Takes a free seat. Programs that know no schema after 0030 call it; the others call take_seat_from.
create or replace function take_seat(of_player uuid, of_match text, of_seat int) returns boolean language plpgsql as $$
begin
  insert into seated (player_id, match_id, seat) values (of_player, of_match, of_seat)
  on conflict (player_id) do nothing;
  if not found then
    perform refuse('seated-elsewhere');
  end if;
  return true;
end $$;
