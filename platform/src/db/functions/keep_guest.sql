-- Keeps the guest of a device: the one it has, or the first of the candidates that no player is, if its network may
-- bring one more; else `wait_ms`, as count_or_wait tells. Answers nothing where accounts took all candidates. Calls of a
-- device wait here for the first, and then see what it did.
create or replace function keep_guest(
  device bytea, candidates uuid[], names text[], avatars text[],
  subjects bytea[], mosts int[], sinces timestamptz[], kept_at timestamptz,
  out id uuid, out name text, out avatar text, out wait_ms bigint
) language plpgsql as $$
declare
  newcomer record;
begin
  perform pg_advisory_xact_lock(hashtextextended(encode(device, 'hex'), 0));
  select p.id, p.name, p.avatar into id, name, avatar from player p where p.device_hash = device;
  if found then
    return;
  end if;
  select c.id, c.name, c.avatar into newcomer
  from unnest(candidates, names, avatars) with ordinality as c (id, name, avatar, nth)
  where not exists (select from player p where p.id = c.id) order by c.nth limit 1;
  if not found then
    return;
  end if;
  select c.wait_ms into wait_ms from count_or_wait(subjects, mosts, sinces, kept_at) as c;
  if wait_ms is not null then
    return;
  end if;
  insert into player (id, kind, name, avatar, device_hash, created_at)
  values (newcomer.id, 'guest', newcomer.name, newcomer.avatar, device, kept_at)
  on conflict do nothing;
  -- Programs of schema 0022 keep guests when they arrive, without waiting here.
  select p.id, p.name, p.avatar into id, name, avatar from player p where p.device_hash = device;
end $$;
