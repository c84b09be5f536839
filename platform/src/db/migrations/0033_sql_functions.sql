-- Programs that know schema 0022 go on.
-- Functions da7995fcfa6f5206.
-- Which texts of platform/src/db/functions were applied. PostgreSQL 15 and up.

create table sql_function (
  name text primary key,
  -- SHA-256 of the text, in hex.
  checksum text not null,
  at timestamptz not null default now()
);
