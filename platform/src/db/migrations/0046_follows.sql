-- Programs that know schema 0035 go on.
-- Functions 8c476f5ec56331af.
-- Whom accounts follow and block, and who is shown as here to those who follow them. PostgreSQL 15 and up.

create table follow (
  player_id uuid not null references login_account (player_id),
  followed_id uuid not null references login_account (player_id),
  at timestamptz not null,
  primary key (player_id, followed_id),
  check (player_id <> followed_id)
);
create index follow_of on follow (followed_id);

-- Hides both from each other, and keeps them from one private table.
create table player_block (
  player_id uuid not null references login_account (player_id),
  blocked_id uuid not null references login_account (player_id),
  at timestamptz not null,
  primary key (player_id, blocked_id),
  check (player_id <> blocked_id)
);
create index player_block_of on player_block (blocked_id);

-- Whether those who follow this account see that it is here, and what it plays.
alter table public_profile add column shows_here boolean not null default false;
