-- Takes so many bytes from each budget if all have as much left; answers which one has not, counted from 1.
create or replace function spend_if_allowed(
  subjects bytea[], mosts bigint[], sinces timestamptz[], amount bigint, out full_nth int
) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(n) from (
    select distinct ('x' || encode(substring(s for 8), 'hex'))::bit(64)::bigint as n
    from unnest(subjects) as s order by n) as numbers;
  select b.nth::int into full_nth
  from unnest(subjects, mosts, sinces) with ordinality as b (subject, most, since, nth)
  left join spent_bytes s on s.subject = b.subject and s.since = b.since
  where coalesce(s.bytes, 0) + amount > b.most order by b.nth limit 1;
  if full_nth is not null then
    return;
  end if;
  insert into spent_bytes (subject, since, bytes)
  select b.subject, b.since, amount from unnest(subjects, sinces) as b (subject, since) order by b.subject
  on conflict (subject, since) do update set bytes = spent_bytes.bytes + excluded.bytes;
end $$;
