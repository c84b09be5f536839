-- How connections do, as BFFs tell it, and what the platforms count of themselves. Nothing is decided by it, and all of
-- it is forgotten after a while. No foreign keys: noting it must wait for no one and lock no one's row. PostgreSQL 15 and up.

-- Batches that were stored: one that is sent again is known.
create table connection_batch (
  id uuid primary key,
  edge text not null,
  stored_at timestamptz not null
);
create index connection_batch_old on connection_batch (stored_at);

create table connection_event (
  id bigint generated always as identity primary key,
  player_id uuid not null,
  at timestamptz not null,
  -- The BFF, and its name for the connection.
  edge text not null,
  connection_id text not null,
  kind text not null check (kind in ('connected', 'closed', 'lagging', 'recovered', 'resumed', 'kicked')),
  -- Why it was closed.
  code text,
  detail jsonb not null
);
create index connection_event_of on connection_event (player_id, at, id);
create index connection_event_old on connection_event (at);

-- One connection in five minutes. One that comes back within them may have several.
create table connection_sample (
  id bigint generated always as identity primary key,
  player_id uuid not null,
  -- When the five minutes began.
  at timestamptz not null,
  edge text not null,
  connection_id text not null,
  -- In milliseconds; null where nothing was measured.
  round_trip_ms real,
  worst_ms real,
  jitter_ms real,
  -- How long it was in each state.
  live_seconds real not null,
  lagging_seconds real not null,
  resuming_seconds real not null,
  lost_seconds real not null
);
create index connection_sample_of on connection_sample (player_id, at, id);
create index connection_sample_old on connection_sample (at);

-- All connections of a BFF in a minute: how many there were at its end, the rest in sum.
create table connection_total (
  minute timestamptz not null,
  edge text not null,
  told_at timestamptz not null,
  live int not null,
  lagging int not null,
  resuming int not null,
  lost int not null,
  in_match int not null,
  -- Of their round trips, in milliseconds.
  p50 real,
  p95 real,
  reconnects int not null,
  -- How many ended, by close code.
  closes jsonb not null,
  primary key (minute, edge)
);

-- What a platform counted in a minute, and how it stood at its end.
create table platform_total (
  minute timestamptz not null,
  node text not null,
  started_at timestamptz not null,
  told_at timestamptz not null,
  answers bigint not null,
  answers_failed bigint not null,
  codes_sent bigint not null,
  codes_failed bigint not null,
  quarantined bigint not null,
  -- Moves that were written together, and how long 95 % of them took at most.
  flushes bigint not null,
  flush_p95_ms real,
  -- How late the event loop was, the 99th percentile.
  loop_ms real,
  -- The last reconciliation of the ledger that came to its end, and those of this minute that did not.
  ledger_checked_at timestamptz,
  ledger_findings bigint,
  ledger_failed bigint not null,
  primary key (minute, node, started_at)
);

-- Those that are over, by when: the rate of voided matches is read off it.
create index match_ended on match (ended_at, id) where ended_at is not null;
