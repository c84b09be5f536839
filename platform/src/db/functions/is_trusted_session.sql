-- Whether a session is trusted with an account's coins: it began long enough ago, or who holds it proved since that the
-- account is theirs.
create or replace function is_trusted_session(of_player uuid, of_session text, began_until timestamptz)
returns boolean language sql stable as $$
  select exists (
    select from session s where s.id = of_session and s.player_id = of_player and s.ended_at is null
      and (s.created_at <= began_until or s.confirmed_at is not null)
  )
$$;
