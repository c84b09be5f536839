-- Programs that know schema 0022 go on.
-- Seats for coins at private tables that are taken from young sessions. PostgreSQL 15 and up.

-- Whether a session is trusted with an account's coins: it began long enough ago, or who holds it proved since that the
-- account is theirs.
create function is_trusted_session(of_player uuid, of_session text, began_until timestamptz)
returns boolean language sql stable as $$
  select exists (
    select from session s where s.id = of_session and s.player_id = of_player and s.ended_at is null
      and (s.created_at <= began_until or s.confirmed_at is not null)
  )
$$;

-- Refuses a seat for withdrawable coins at a private table that is taken from a session which is not trusted with them.
create function may_sit_privately(of_match text, of_player uuid, of_session text, began_until timestamptz)
returns boolean language plpgsql as $$
begin
  if exists (select from match m where m.id = of_match and m.private and m.asset = 'coin')
    and not is_trusted_session(of_player, of_session, began_until)
  then
    perform refuse('proof-required');
  end if;
  return true;
end $$;
