-- Counts one for each limit if all of them allow one more, in one round trip, so that logins hold nothing up.

-- `mosts` may happen since `sinces`; the subjects may repeat. Where one has to wait, `nths` are the limits (from 1)
-- that have a count from before it, with its time in `ats`, and nothing is counted; else `ids` are the new rows. The
-- subjects are locked in one order for all until the transaction ends, so that two at once can't both be the last.
create function count_if_allowed(
  subjects bytea[], mosts int[], sinces timestamptz[], counted_at timestamptz,
  out nths int[], out ats timestamptz[], out ids bigint[]
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(n) from (
    select distinct ('x' || encode(substring(s for 8), 'hex'))::bit(64)::bigint as n
    from unnest(subjects) as s order by n) as numbers;
  select array_agg(w.nth::int order by w.nth), array_agg(full_since.at order by w.nth) into nths, ats
  from unnest(subjects, mosts, sinces) with ordinality as w (subject, most, since, nth)
  cross join lateral (
    select c.at from counted c where c.subject = w.subject and c.at > w.since
    order by c.at desc offset w.most - 1 limit 1) as full_since;
  if nths is not null then
    return;
  end if;
  with made as (
    insert into counted (subject, at) select distinct s, counted_at from unnest(subjects) as s returning id)
  select array_agg(id) into ids from made;
end $$;

-- A session and the device it was opened on, which is known from then on. What was counted for a right password does
-- not count.
create function open_session(
  session_id text, player uuid, device bytea, agent text, from_address text, opened_at timestamptz, uncounted bigint[]
) returns void language sql as $$
  insert into session (id, player_id, issued_at, created_at, user_agent, address)
  values (session_id, player, opened_at, opened_at, agent, from_address);
  insert into known_device (player_id, device_hash, seen_at) values (player, device, opened_at)
  on conflict (player_id, device_hash) do update set seen_at = excluded.seen_at;
  delete from counted where id = any (uncounted);
$$;
