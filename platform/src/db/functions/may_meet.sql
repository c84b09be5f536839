-- Refuses a seat beside someone whom one moved too many coins with today, in whichever direction.
create or replace function may_meet(of_match text, of_player uuid, at_time timestamptz, most bigint) returns boolean language plpgsql as $$
begin
  if exists (
    select from seated s
    join pair_day p on p.low = least(s.player_id, of_player) and p.high = greatest(s.player_id, of_player)
      and p.day = utc_day(at_time)
    where s.match_id = of_match and s.player_id <> of_player and abs(p.moved) >= most
  ) then
    perform refuse('pair-capped');
  end if;
  return true;
end $$;
