-- Keeps a code in the place of the one before, if the limits allow one more, and tells what was counted; or how long to
-- wait, as count_or_wait does. The last `scarce` limits may be full: that is answered, and not counted.
create or replace function keep_code(
  of_kind text, of_value text, of_purpose text, of_asker bytea, new_mac bytea, sent timestamptz, expires timestamptz,
  subjects bytea[], mosts int[], sinces timestamptz[], scarce int,
  out wait_ms bigint, out ids bigint[], out is_scarce boolean
) language plpgsql as $$
declare
  firm int := cardinality(subjects) - scarce;
begin
  select c.wait_ms, c.ids into wait_ms, ids from count_or_wait(subjects, mosts, sinces, sent) as c;
  is_scarce := wait_ms is not null and scarce > 0;
  if is_scarce then
    select c.wait_ms, c.ids into wait_ms, ids
    from count_or_wait(subjects[:firm], mosts[:firm], sinces[:firm], sent) as c;
  end if;
  if wait_ms is not null then
    return;
  end if;
  insert into one_time_code (kind, value, purpose, asker, mac, sent_at, expires_at)
  values (of_kind, of_value, of_purpose, of_asker, new_mac, sent, expires)
  on conflict (kind, value, purpose, asker) do update
    set mac = excluded.mac, tries = 0, session_id = null, sent_at = excluded.sent_at, expires_at = excluded.expires_at;
end $$;
