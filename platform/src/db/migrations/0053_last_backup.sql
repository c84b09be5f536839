-- Programs that know schema 0048 go on.
-- When the last good backup was taken, so that it is noticed when the next one is missing. PostgreSQL 15 and up.

create table last_backup (
  one boolean primary key default true check (one),
  -- The moment whose data it has; null before the first one.
  at timestamptz,
  -- Since when the first one is waited for.
  since timestamptz not null default now()
);
insert into last_backup default values;
