-- Counts one for each limit of `mosts` since `sinces`, once where they share a subject: `ids` are the new rows. Or
-- counts nothing, where one of them has to wait: `wait_ms` is how long, more than 0. What may never happen waits for
-- all of its time.
create or replace function count_or_wait(
  subjects bytea[], mosts int[], sinces timestamptz[], counted_at timestamptz,
  out wait_ms bigint, out ids bigint[]
) language plpgsql as $$
declare
  full_nths int[];
  full_ats timestamptz[];
begin
  select array_agg(w.nth::int), array_agg(counted_at) into full_nths, full_ats
  from unnest(mosts) with ordinality as w (most, nth) where w.most <= 0;
  if full_nths is null then
    select c.nths, c.ats, c.ids into full_nths, full_ats, ids
    from count_if_allowed(subjects, mosts, sinces, counted_at) as c;
  end if;
  -- Full until what was counted at `at` is as old as what was before `since` is now.
  select greatest(1, ceil(max(extract(epoch from w.at - sinces[w.nth]) * 1000))) into wait_ms
  from unnest(full_nths, full_ats) as w (nth, at);
  if full_nths is null then
    wait_ms := null;
  end if;
end $$;
