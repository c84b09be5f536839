-- Programs that know schema 0019 go on.
-- What nodes that share a database do one at a time, or show each other. PostgreSQL 15 and up.

-- The reconciliation of the ledger: one node takes it when it is due, and all tell the outcome.
create table ledger_check (
  one boolean primary key default true check (one),
  -- When it was taken last; null where that did not come to its end.
  begun_at timestamptz,
  -- The last one that came to its end.
  checked_at timestamptz,
  took_ms bigint,
  findings bigint
);
insert into ledger_check default values;

-- Outside production: what would have been sent to people, while no channel is set.
create table caught_message (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  channel text not null check (channel in ('email', 'phone')),
  recipient text not null,
  subject text not null,
  body text not null
);
