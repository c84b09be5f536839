-- Accuracy and luck: how each account's seat of a match on a table with clues was played.
-- Programs that know schema 0022 go on.
-- Functions f80c0c0c5a70dd85.

-- Matches on tables with clues that are over and not judged yet, noted by the statement that ends them.
create table match_unjudged (
  match_id text primary key references match (id),
  ended_at timestamptz not null,
  player_ids uuid[] not null
);
create index match_unjudged_next on match_unjudged (ended_at, match_id);

-- One row an account's seat that moved by hand. `expected` and `variance` are of the moves survived, given the risks taken;
-- where odds were estimated `exact` is false, and the row counts for nothing.
create table seat_skill (
  player_id uuid not null references login_account (player_id),
  ended_at timestamptz not null,
  match_id text not null references match (id),
  seat int not null,
  game_id text not null,
  asset text not null,
  moves int not null check (moves > 0),
  -- Moves in which some tile was better than another; without one there is no accuracy.
  choices int not null check (choices between 0 and moves),
  accuracy double precision check (accuracy between 0 and 100),
  survived int not null check (survived between 0 and moves),
  expected double precision not null,
  variance double precision not null check (variance >= 0),
  exact boolean not null,
  primary key (player_id, ended_at, match_id),
  check ((accuracy is null) = (choices = 0))
);
create index seat_skill_of on seat_skill (match_id);
create trigger seat_skill_append_only before update or delete on seat_skill for each row execute function refuse_change();
create trigger seat_skill_not_emptied before truncate on seat_skill execute function refuse_change();

-- Sums of the exact rows above for coins and bonus coins, written with them.
create table player_luck (
  player_id uuid primary key references login_account (player_id),
  matches int not null,
  choices int not null,
  survived int not null,
  expected double precision not null,
  variance double precision not null,
  latest_at timestamptz not null
);
-- Beyond 4 standard deviations of honest play, with enough moves: an account that knows more than is public shows here.
create index player_luck_beyond on player_luck (latest_at desc, player_id)
where choices >= 60 and abs(survived - expected) > 4 * sqrt(variance);
