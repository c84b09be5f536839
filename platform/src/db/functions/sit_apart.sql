-- Refuses a seat at a public table beside a tied account, and one more than `most` from one address; at a private one beside
-- someone, or with a host, where one has blocked the other. The seat is in `seated` already. Decisions of a match come one after another, so two who sit at once are both looked at.
create or replace function sit_apart(of_match text, of_player uuid, most int) returns boolean language plpgsql as $$
begin
  if exists (select from match m where m.id = of_match and m.private) then
    if exists (select from seated s where s.match_id = of_match and are_apart(s.player_id, of_player))
      or exists (select from match m where m.id = of_match and are_apart(m.host, of_player))
    then
      perform refuse('blocked-apart');
    end if;
    return true;
  end if;
  if exists (
    select from seated s join tied_to(of_player) t on t.player_id = s.player_id where s.match_id = of_match
  ) or (
    select count(*) from seated s join seated own on own.address_group = s.address_group
    where own.player_id = of_player and s.match_id = of_match
  ) > most then
    perform refuse('playing-apart');
  end if;
  return true;
end $$;
