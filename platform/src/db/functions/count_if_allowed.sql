-- `mosts` may happen since `sinces`; the subjects may repeat. Where one has to wait, `nths` are the limits (from 1)
-- that have a count from before it, with its time in `ats`, and nothing is counted; else `ids` are the new rows. The
-- subjects are locked in one order for all until the transaction ends, so that two at once can't both be the last.
create or replace function count_if_allowed(
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
