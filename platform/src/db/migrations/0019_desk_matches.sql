-- What the desk changes and decides: tables, activities, voids, reported problems. PostgreSQL 15 and up.

-- ---- Tables and activities --------------------------------------------------------------------------------------

alter table game_table
  add column is_open boolean not null default true,
  -- Its own rake in hundredths of a percent; null for the operator's setting.
  add column rake_bps int check (rake_bps between 0 and 1000),
  -- Counts changes, so that two don't write over each other.
  add column version int not null default 1 check (version >= 1);

alter table activity
  add column is_open boolean not null default true,
  add column version int not null default 1 check (version >= 1);

-- ---- Voids by two people ----------------------------------------------------------------------------------------

-- Someone asks for it; someone else confirms it, or either takes it back. The match's owner then ends it, which is in
-- the journal; what was confirmed too late has lapsed.
create table match_void (
  id uuid primary key,
  match_id text not null references match (id),
  reason text not null,
  asked_by uuid not null references staff (id),
  asked_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'confirmed', 'withdrawn', 'lapsed')),
  ended_by uuid references staff (id),
  ended_at timestamptz,
  check ((status = 'open') = (ended_at is null) and (ended_at is null) = (ended_by is null)),
  check (status not in ('confirmed', 'lapsed') or ended_by <> asked_by)
);
create unique index match_void_open on match_void (match_id) where status in ('open', 'confirmed');
create index match_void_of on match_void (match_id, asked_at);
create trigger match_void_moves before update on match_void for each row
  when (
    (new.id, new.match_id, new.reason, new.asked_by, new.asked_at)
    is distinct from (old.id, old.match_id, old.reason, old.asked_by, old.asked_at)
    or (old.status, new.status) not in (('open', 'confirmed'), ('open', 'withdrawn'), ('confirmed', 'lapsed'))
  )
  execute function refuse_change();
create trigger match_void_stays before delete on match_void for each row execute function refuse_change();
create trigger match_void_not_emptied before truncate on match_void execute function refuse_change();

-- ---- Reported problems ------------------------------------------------------------------------------------------

-- Of the page that it was reported from.
alter table problem_report add column release text;

create table problem_report_closed (
  report_id uuid primary key references problem_report (id),
  staff_id uuid not null references staff (id),
  note text not null,
  at timestamptz not null
);
create index problem_report_closed_newest on problem_report_closed (at desc, report_id desc);
create trigger problem_report_closed_append_only before update or delete on problem_report_closed for each row execute function refuse_change();
create trigger problem_report_closed_not_emptied before truncate on problem_report_closed execute function refuse_change();
