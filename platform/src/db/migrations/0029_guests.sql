-- Programs that know schema 0022 go on.
-- Guests who never played are forgotten after a while, each of them looked at once. PostgreSQL 15 and up.

-- Each takes about a second for a million rows.
create index player_guest on player (created_at, id) where kind = 'guest';
-- A player who is deleted is looked for here.
create index match_host on match (host) where host is not null;

-- How far they have been looked at.
create table guest_sweep (
  one boolean primary key default true check (one),
  created_at timestamptz not null default '-infinity',
  player_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into guest_sweep default values;
