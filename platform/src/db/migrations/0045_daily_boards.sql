-- Programs that know schema 0035 go on.
-- Functions 1299356f8a3399fe.
-- The board of a day: one for everyone, committed to in the fairness log the day before and opened the day after.

alter table fairness_log drop constraint fairness_log_kind_check;
alter table fairness_log add constraint fairness_log_kind_check
  check (kind in ('opened', 'locked', 'closed', 'key', 'daily', 'seed')) not valid;
alter table fairness_log drop constraint fairness_log_about_match;
alter table fairness_log add constraint fairness_log_about_match
  check ((match_id is null) = (kind in ('key', 'daily', 'seed'))) not valid;
-- The walk over the log reads the boards before where it goes on.
create index fairness_log_boards on fairness_log (shard, position) where kind in ('daily', 'seed');

create table daily_board (
  day date primary key,
  commit text not null,
  root text not null,
  rules jsonb not null,
  -- Where the commitment stands in the log, and since when.
  shard int not null,
  position int not null,
  committed_at timestamptz not null,
  -- The seed, once it stands in the log; null before.
  seed text,
  seed_position int,
  opened_at timestamptz,
  foreign key (shard, position) references fairness_log (shard, position),
  foreign key (shard, seed_position) references fairness_log (shard, position),
  check ((seed is null) = (seed_position is null) and (seed is null) = (opened_at is null))
);

-- The sealed seed of each board.
create table daily_secret (
  day date primary key references daily_board (day),
  key_id text not null,
  sealed bytea not null
);

-- One scored try of each player a day.
create table daily_try (
  id uuid primary key,
  day date not null references daily_board (day),
  player_id uuid not null references player (id),
  -- The device it was begun on, and whether by its guest: one try of a device's guests a day.
  device_hash bytea,
  by_guest boolean not null,
  began_at timestamptz not null,
  -- When the last life or the last safe tile went, or the time was over.
  ended_at timestamptz,
  -- Safe tiles opened by hand, and mines hit.
  safe int not null default 0 check (safe >= 0),
  hits int not null default 0 check (hits >= 0),
  -- How it was played, in percent with one decimal, null without a choice; and whether all odds were counted. Written
  -- once, after the end.
  accuracy double precision check (accuracy between 0 and 100),
  exact boolean,
  -- From begin to end.
  seconds int check (seconds >= 0),
  unique (day, player_id),
  check (not by_guest or device_hash is not null),
  check ((exact is null) = (seconds is null) and (exact is null or ended_at is not null))
);
create unique index daily_try_of_guest on daily_try (day, device_hash) where by_guest;
create index daily_try_of_device on daily_try (day, device_hash);
create index daily_try_of_player on daily_try (player_id, day desc);
create index daily_try_ranked on daily_try (day, safe desc, accuracy desc nulls last, seconds) where exact is not null;
create index daily_try_unjudged on daily_try (ended_at, id) where ended_at is not null and exact is null;

-- The tiles of a try in the order in which they were opened. `clue` is 255 on a mine.
create table daily_tile (
  try_id uuid not null references daily_try (id),
  nth int not null,
  tile int not null,
  mine boolean not null,
  clue int not null,
  at timestamptz not null,
  primary key (try_id, nth),
  unique (try_id, tile)
);
create trigger daily_tile_append_only before update or delete on daily_tile for each row execute function refuse_change();
create trigger daily_tile_not_emptied before truncate on daily_tile execute function refuse_change();

-- Activities that move by days in a row.
alter table activity drop constraint activity_metric_check;
alter table activity add constraint activity_metric_check check (metric in ('matches', 'wins', 'tables', 'streak'));
-- Nodes of the release before can't read one: it begins when they are gone.
insert into activity (id, position, metric, goal, period, gift, begins_at)
values ('daily-streak', 6, 'streak', 7, 'week', 20, case when exists (select from player) then now() + interval '1 hour' end);
