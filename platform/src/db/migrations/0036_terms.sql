-- Programs that know schema 0035 go on.
-- Which terms each player has accepted. PostgreSQL 15 and up.

-- A row is never changed: another version is another row.
create table terms_acceptance (
  player_id uuid not null references player (id),
  document text not null check (document in ('terms', 'privacy')),
  version text not null,
  accepted_at timestamptz not null,
  primary key (player_id, document, version)
);
