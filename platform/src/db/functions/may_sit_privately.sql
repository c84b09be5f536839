-- Refuses a seat for withdrawable coins at a private table that is taken from a session which is not trusted with them.
create or replace function may_sit_privately(of_match text, of_player uuid, of_session text, began_until timestamptz)
returns boolean language plpgsql as $$
begin
  if exists (select from match m where m.id = of_match and m.private and m.asset = 'coin')
    and not is_trusted_session(of_player, of_session, began_until)
  then
    perform refuse('proof-required');
  end if;
  return true;
end $$;
