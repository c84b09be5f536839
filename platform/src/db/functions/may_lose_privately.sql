-- Refuses a seat for withdrawable coins at a private table whose stake could take an account past what it may lose
-- there in a day. The seat is in `seated` by now, of which an account has one: no two are judged at once.
create or replace function may_lose_privately(of_match text, of_player uuid, at_time timestamptz, most bigint)
returns boolean language plpgsql as $$
begin
  if exists (
    select from match m where m.id = of_match and m.private and m.asset = 'coin'
      and private_lost_since(of_player, utc_day(at_time)) + m.stake > most
  ) then
    perform refuse('private-loss');
  end if;
  return true;
end $$;
