-- Programs that know schema 0035 go on.
-- How far our own check of the fairness log has come, what it found, and how matches that were locked ended.

create table fairness_walk (
  shard int primary key check (shard between 0 and 63),
  position int not null,
  hash text not null,
  -- When every line up to there had been looked at.
  at timestamptz not null
);
insert into fairness_walk (shard, position, hash, at)
select shard, 0, repeat('0', 64), to_timestamp(0) from generate_series(0, 63) as s (shard);

create table fairness_finding (
  shard int not null,
  position int not null,
  finding text not null,
  found_at timestamptz not null,
  primary key (shard, position, finding)
);

-- `outcome` is `settled`, or why a match was voided.
create table fairness_tally (
  day date not null,
  game_id text not null,
  outcome text not null,
  matches int not null,
  primary key (day, game_id, outcome)
);
