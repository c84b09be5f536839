-- Signs an account in on a device, unless it is blocked. What was counted of the tries before is forgotten.
create or replace function open_session(
  session_id text, player uuid, device bytea, agent text, from_address text, opened_at timestamptz, uncounted bigint[],
  page_language text
) returns void language plpgsql as $$
begin
  perform from login_account a where a.player_id = player and a.blocked_at is null for no key update;
  if not found then
    perform refuse('account-blocked');
  end if;
  update login_account set language = page_language where player_id = player and language <> page_language;
  insert into session (id, player_id, issued_at, created_at, user_agent, address)
  values (session_id, player, opened_at, opened_at, agent, from_address);
  insert into known_device (player_id, device_hash, seen_at) values (player, device, opened_at)
  on conflict (player_id, device_hash) do update set seen_at = excluded.seen_at;
  delete from counted where id = any (uncounted);
end $$;
