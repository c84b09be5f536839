-- Programs that know schema 0035 go on.
-- Arenas: who plays in which, what they are seated at, what each match gave, and prizes.
-- Functions c2ce902d004f5c7b.

create table arena (
  id uuid primary key,
  -- The plan it follows, one a plan and time; null where staff made it.
  plan text,
  -- Who of staff made it; null where it follows a plan.
  made_by uuid references staff (id),
  game_id text not null references game_table (game_id),
  -- Coins that each player pays into the arena's account; 0 in a free one, whose prizes are given by the house.
  asset text not null check (asset in ('coin', 'promo')),
  stake bigint not null check (stake >= 0),
  rake_bps int not null check (rake_bps between 0 and 10000),
  -- What the house gives in a free one: this for each player with points, `pot_most` at most.
  pot_each bigint not null check (pot_each >= 0),
  pot_most bigint not null check (pot_most >= 0),
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  -- When its standings became final.
  finished_at timestamptz,
  canceled_at timestamptz,
  -- Counts changes of its standings.
  version bigint not null default 0,
  unique (plan, begins_at),
  check (ends_at > begins_at),
  check ((plan is null) = (made_by is not null)),
  check (stake > 0 or (asset = 'promo' and rake_bps = 0)),
  check (stake = 0 or (pot_each = 0 and pot_most = 0)),
  check (finished_at is null or canceled_at is null)
);
create index arena_ahead on arena (begins_at) where finished_at is null and canceled_at is null;
create index arena_latest on arena (ends_at desc);

-- Who takes part. What they are at follows from their rows of `arena_seat`, and is written with these.
create table arena_player (
  arena_id uuid not null references arena (id),
  player_id uuid not null references login_account (player_id),
  -- What others know them by in this arena: they joined as the nth.
  nth int not null,
  joined_at timestamptz not null,
  status text not null default 'ready' check (status in ('ready', 'paused', 'left')),
  points int not null default 0,
  matches int not null default 0,
  wins int not null default 0,
  streak int not null default 0,
  last_point_at timestamptz,
  -- The match they were seated at last, and with whom they played before it.
  latest_match text references match (id),
  met uuid[] not null default '{}',
  -- The version of the arena in which this row changed last.
  version bigint not null,
  primary key (arena_id, player_id),
  unique (arena_id, nth)
);
create index arena_player_of on arena_player (player_id);

-- The matches that an arena seated people at.
create table arena_match (
  match_id text primary key references match (id),
  arena_id uuid not null references arena (id),
  player_ids uuid[] not null,
  -- Whether practice opponents take its other seats.
  practice boolean not null,
  -- Whether it was not counted when the standings became final: it never is.
  late boolean not null default false
);
create index arena_match_of on arena_match (arena_id);

-- An account's seat in a settled match of an arena.
create table arena_seat (
  arena_id uuid not null references arena (id),
  player_id uuid not null,
  ended_at timestamptz not null,
  match_id text not null references arena_match (match_id),
  seats int not null,
  place int not null check (place between 1 and seats),
  won boolean not null,
  practice boolean not null,
  primary key (arena_id, player_id, ended_at, match_id),
  foreign key (arena_id, player_id) references arena_player (arena_id, player_id)
);
create index arena_seat_of on arena_seat (match_id);
create trigger arena_seat_append_only before update or delete on arena_seat for each row execute function refuse_change();
create trigger arena_seat_not_emptied before truncate on arena_seat execute function refuse_change();

-- A stake that was paid into an arena's account, and when it was paid back.
create table arena_stake (
  id uuid primary key,
  arena_id uuid not null references arena (id),
  player_id uuid not null references login_account (player_id),
  amount bigint not null check (amount > 0),
  at timestamptz not null,
  refunded_at timestamptz
);
create unique index arena_stake_of on arena_stake (arena_id, player_id) where refunded_at is null;

-- What a place won, written when the standings became final, and the transfer that paid it.
create table arena_prize (
  arena_id uuid not null references arena (id),
  player_id uuid not null references login_account (player_id),
  place int not null check (place >= 1),
  amount bigint not null check (amount > 0),
  transfer_id uuid references transfer (id),
  primary key (arena_id, player_id)
);
create index arena_prize_unpaid on arena_prize (arena_id, player_id) where transfer_id is null;

-- An arena's account holds the stakes of its players, and can't go below zero.
alter table account drop constraint account_kind_check;
alter table account add constraint account_kind_check
  check (kind in ('player', 'match', 'house', 'promo', 'arena') or kind like 'payin:%' or kind like 'payout:%') not valid;
alter table account add constraint account_arena_check check (kind <> 'arena' or posted >= 0) not valid;
