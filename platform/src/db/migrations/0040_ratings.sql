-- Programs that know schema 0035 go on.
-- How strong each account plays, and the pages that show it to others. PostgreSQL 15 and up.

-- The order in which matches were rated; numbers may be left out.
create sequence rated_nth;

-- One row an account's seat in a match that was rated. `mu_before` and `sigma_before` are what it was rated from, absence
-- counted.
create table rated_seat (
  player_id uuid not null references login_account (player_id),
  nth bigint not null,
  match_id text not null references match (id),
  ended_at timestamptz not null,
  place int not null check (place >= 1),
  mu_before double precision not null,
  sigma_before double precision not null check (sigma_before > 0),
  mu double precision not null,
  sigma double precision not null check (sigma > 0),
  primary key (player_id, nth)
);
create unique index rated_seat_in_order on rated_seat (nth, player_id);
create trigger rated_seat_append_only before update or delete on rated_seat for each row execute function refuse_change();
create trigger rated_seat_not_emptied before truncate on rated_seat execute function refuse_change();

-- What the last of an account's rows above came to, written with it.
create table rating (
  player_id uuid primary key references login_account (player_id),
  mu double precision not null,
  sigma double precision not null check (sigma > 0),
  matches int not null check (matches >= 1),
  -- The highest `mu` after a match from which on it was not provisional.
  best double precision,
  rated_at timestamptz not null
);
create index rating_highest on rating (mu desc, player_id) where matches >= 30;

-- Where an account's page is, from its first counted match on. `hidden`: it shows the name and nothing else, and no
-- list or search has it.
create table public_profile (
  player_id uuid primary key references login_account (player_id),
  id uuid not null unique default gen_random_uuid(),
  hidden boolean not null default false
);
