-- Problems that people report, for the desk to look at. PostgreSQL 15 and up.

create table problem_report (
  id uuid primary key,
  -- What its reporter calls it.
  number text not null unique check (number ~ '^R[0-9]{5}-[0-9]{4}$'),
  -- The account or the guest; null for a visitor who has never been at a table.
  player_id uuid references player (id),
  -- The client's key for the report, and what was reported with it.
  request_key uuid not null unique,
  request_hash bytea not null check (length(request_hash) = 32),
  category text not null check (category in ('match', 'connection', 'coins', 'display', 'player', 'other')),
  body text not null check (length(body) between 1 and 4000),
  -- As the page told: a match that was never made here may be what is reported.
  match_id text,
  game_id text,
  page text not null,
  connection jsonb,
  user_agent text not null,
  created_at timestamptz not null
);
create index problem_report_newest on problem_report (created_at desc, id desc);
create index problem_report_of on problem_report (player_id, created_at desc) where player_id is not null;
create trigger problem_report_append_only before update or delete on problem_report for each row execute function refuse_change();
create trigger problem_report_not_emptied before truncate on problem_report execute function refuse_change();
