-- Begins a try of a contact's password, known or not: counts it against the limits of a device that signed in to its account since
-- `seen_since`, or against those of strangers, and tells the account and its hash; or how long to wait, as count_or_wait does.
create or replace function try_password(
  of_kind text, of_value text, device bytea, seen_since timestamptz,
  own_subjects bytea[], own_mosts int[], own_sinces timestamptz[],
  subjects bytea[], mosts int[], sinces timestamptz[], tried_at timestamptz,
  out wait_ms bigint, out ids bigint[], out player_id uuid, out password_hash text
) language plpgsql as $$
declare
  is_known boolean;
begin
  select a.player_id, a.password_hash,
    exists (
      select from known_device d where d.player_id = c.player_id and d.device_hash = device and d.seen_at > seen_since)
  into player_id, password_hash, is_known
  from contact c join login_account a on a.player_id = c.player_id where c.kind = of_kind and c.value = of_value;
  if is_known then
    select c.wait_ms, c.ids into wait_ms, ids from count_or_wait(own_subjects, own_mosts, own_sinces, tried_at) as c;
  else
    select c.wait_ms, c.ids into wait_ms, ids from count_or_wait(subjects, mosts, sinces, tried_at) as c;
  end if;
end $$;
