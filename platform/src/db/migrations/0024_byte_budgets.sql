-- Programs that know schema 0022 go on.
-- What callers may write is bounded in bytes, and so is all that is kept of how the product is used. PostgreSQL 15 and up.

-- What was written for a subject since an hour or a day of the clock began. Swept when it is over.
create table spent_bytes (
  subject bytea not null check (length(subject) = 32),
  since timestamptz not null,
  bytes bigint not null,
  primary key (subject, since)
);
create index spent_bytes_old on spent_bytes (since);

-- Takes so many bytes from each budget if all have as much left; answers which one has not, counted from 1.
create function spend_if_allowed(
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

-- What an event takes on disk, about. Events of before count as much as a page makes large ones.
alter table analytics_event add column bytes int not null default 1000;

-- What all events take together, kept by the table itself, whichever program writes.
create table analytics_total (
  is_only boolean primary key default true check (is_only),
  bytes bigint not null
);
insert into analytics_total (bytes) select 1000 * count(*) from analytics_event;

create function count_analytics_bytes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update analytics_total set bytes = bytes + coalesce((select sum(e.bytes) from changed e), 0);
  else
    update analytics_total set bytes = bytes - coalesce((select sum(e.bytes) from changed e), 0);
  end if;
  return null;
end $$;
create trigger analytics_event_added after insert on analytics_event
  referencing new table as changed for each statement execute function count_analytics_bytes();
create trigger analytics_event_removed after delete on analytics_event
  referencing old table as changed for each statement execute function count_analytics_bytes();
