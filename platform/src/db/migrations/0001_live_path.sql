-- The live path: players, ledger, tables, matches, journal, leases. PostgreSQL 15 and up.

-- ---- Players ----------------------------------------------------------------------------------------------

create table player (
  id uuid primary key,
  kind text not null check (kind in ('guest', 'player')),
  name text not null,
  avatar text not null,
  -- SHA-256 of a guest's device_id, which is a credential.
  device_hash bytea unique,
  created_at timestamptz not null default now()
);

-- ---- Ledger: the only place where a coin moves --------------------------------------------------------------

create table account (
  id bigint generated always as identity primary key,
  kind text not null,
  -- A player's id, a match's id, or the name of a house or channel account.
  owner text not null,
  asset text not null check (asset in ('coin', 'promo', 'trial')),
  posted bigint not null default 0,
  held bigint not null default 0,
  -- Counts changes: each one is an entry, a hold or a resolution that carries its number.
  version bigint not null default 0,
  closed boolean not null default false,
  unique (kind, owner, asset),
  unique (id, asset),
  check (kind in ('player', 'match', 'house', 'promo') or kind like 'payin:%' or kind like 'payout:%'),
  check (kind not in ('player', 'match') or (posted >= 0 and held >= 0 and posted - held >= 0)),
  check (kind in ('player', 'house') or held = 0),
  check (not closed or posted = 0)
);

create table transfer (
  id uuid primary key,
  kind text not null,
  idempotency_scope text not null,
  idempotency_key text not null,
  request_hash bytea not null,
  ref_type text not null,
  ref_id text not null,
  step text not null,
  actor text not null,
  -- A refused transfer has no entries: its key stays refused, its reference is free for another try.
  outcome text not null default 'posted' check (outcome in ('posted', 'refused')),
  at timestamptz not null default now(),
  unique (idempotency_scope, idempotency_key)
);
create unique index transfer_step on transfer (ref_type, ref_id, step) where outcome = 'posted';

create table entry (
  transfer_id uuid not null references transfer (id),
  account_id bigint not null,
  asset text not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null,
  account_version bigint not null,
  primary key (transfer_id, account_id),
  unique (account_id, account_version),
  -- Assets never mix.
  foreign key (account_id, asset) references account (id, asset)
);

create table hold (
  id uuid primary key,
  account_id bigint not null references account (id),
  amount bigint not null check (amount > 0),
  purpose text not null,
  ref text not null,
  -- Who left and sat down again, and practice opponents, hold more than once for the same match.
  nth int not null default 1 check (nth >= 1),
  account_version bigint not null,
  expires_at timestamptz,
  at timestamptz not null default now(),
  unique (account_id, purpose, ref, nth)
);
create index hold_of on hold (ref, purpose);

create table hold_resolution (
  hold_id uuid primary key references hold (id),
  outcome text not null check (outcome in ('captured', 'released')),
  transfer_id uuid references transfer (id),
  -- Of a capture: the version of its entry.
  account_version bigint not null,
  at timestamptz not null default now(),
  check ((outcome = 'captured') = (transfer_id is not null))
);

-- ---- Tables -------------------------------------------------------------------------------------------------

create table game_table (
  game_id text primary key,
  name text not null,
  position int not null unique,
  seats int not null check (seats between 2 and 6),
  w int not null check (w between 2 and 16),
  h int not null check (h between 2 and 16),
  mines int not null check (mines >= seats - 1 and mines < w * h),
  clues boolean not null,
  boards int not null check (boards between 1 and 9),
  clock_ms int not null check (clock_ms > 0),
  stakes bigint[] not null,
  assets text[] not null,
  guests boolean not null,
  -- Practice opponents fill empty seats; never where coins are.
  practice boolean not null,
  check (not practice or assets = array['trial'])
);

insert into game_table (game_id, name, position, seats, w, h, mines, clues, boards, clock_ms, stakes, assets, guests, practice) values
  ('mines-trial',   'Trial match', 1, 5, 6, 6, 12, true,  9, 12000, '{100}',            '{trial}',      true,  true),
  ('mines-duel',    'Duel',        2, 2, 4, 4, 1,  false, 1, 12000, '{10,100,1000}',    '{coin,promo}', false, false),
  ('mines-classic', 'Classic',     3, 5, 5, 5, 4,  false, 1, 12000, '{10,100,1000}',    '{coin,promo}', false, false),
  ('mines-clues',   'Clues',       4, 4, 6, 6, 14, true,  9, 12000, '{10,100,1000}',    '{coin,promo}', false, false),
  ('mines-royale',  'Royale',      5, 6, 8, 8, 24, true,  9, 12000, '{100,1000,10000}', '{coin,promo}', false, false);

-- ---- Matches ------------------------------------------------------------------------------------------------

create table shard_lease (
  shard int primary key check (shard between 0 and 63),
  node text not null,
  epoch bigint not null,
  expires_at timestamptz not null
);

create table match (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  shard int not null check (shard between 0 and 63),
  game_id text not null references game_table (game_id),
  asset text not null check (asset in ('coin', 'promo', 'trial')),
  stake bigint not null check (stake > 0),
  seats int not null,
  rules jsonb not null,
  server_commit text not null,
  -- Kept in step by the transactions that change it; the journal is the truth.
  phase text not null default 'gathering' check (phase in ('gathering', 'locking', 'playing', 'settled', 'voided')),
  opened_at timestamptz not null default now(),
  ended_at timestamptz
);
create index match_live on match (shard) where phase in ('gathering', 'locking', 'playing');

-- Read by the match's host alone. Sealed with a key from outside the database.
create table match_secret (
  match_id text primary key references match (id),
  key_id text not null,
  sealed bytea not null
);

create table match_decision (
  match_id text not null references match (id),
  -- Sequence number of the first event of the row; numbers run on inside it and have no holes.
  seq int not null check (seq >= 1),
  epoch bigint not null,
  -- Null where no one asked: clocks, locks, voids.
  seat int,
  command_id text,
  request_hash bytea,
  events jsonb not null,
  at timestamptz not null default now(),
  primary key (match_id, seq),
  unique (match_id, seat, command_id)
);

-- One seat at a time for each player; the row goes when the seat is out or the match ends.
create table seated (
  player_id uuid primary key references player (id),
  match_id text not null references match (id),
  seat int not null,
  unique (match_id, seat)
);

-- The fairness log: one chain a shard; openings, locks, ends.
create table fairness_log (
  shard int not null check (shard between 0 and 63),
  position int not null,
  kind text not null check (kind in ('opened', 'locked', 'closed')),
  match_id text not null references match (id),
  document text not null,
  hash text not null,
  at timestamptz not null default now(),
  primary key (shard, position),
  unique (match_id, kind)
);

-- ---- What the database itself refuses -------------------------------------------------------------------------

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

create trigger transfer_append_only before update or delete on transfer for each row execute function refuse_change();
create trigger entry_append_only before update or delete on entry for each row execute function refuse_change();
create trigger hold_append_only before update or delete on hold for each row execute function refuse_change();
create trigger hold_resolution_append_only before update or delete on hold_resolution for each row execute function refuse_change();
create trigger match_decision_append_only before update or delete on match_decision for each row execute function refuse_change();
create trigger fairness_log_append_only before update or delete on fairness_log for each row execute function refuse_change();
create trigger transfer_not_emptied before truncate on transfer execute function refuse_change();
create trigger entry_not_emptied before truncate on entry execute function refuse_change();
create trigger hold_not_emptied before truncate on hold execute function refuse_change();
create trigger hold_resolution_not_emptied before truncate on hold_resolution execute function refuse_change();
create trigger match_decision_not_emptied before truncate on match_decision execute function refuse_change();
create trigger fairness_log_not_emptied before truncate on fairness_log execute function refuse_change();

-- An account is whose it is for ever; each change counts one up; a closed one is done with.
create function refuse_account_change() returns trigger language plpgsql as $$
begin
  raise exception 'account % may not change like this', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger account_changes before update on account for each row
  when (
    (new.id, new.kind, new.owner, new.asset) is distinct from (old.id, old.kind, old.owner, old.asset)
    or new.version <> old.version + 1
    or old.closed
  )
  execute function refuse_account_change();
create trigger account_stays before delete on account for each row execute function refuse_account_change();

-- The entries of a transfer sum to zero for each asset.
create function transfer_balances() returns trigger language plpgsql as $$
begin
  if exists (select 1 from entry where transfer_id = new.transfer_id group by asset having sum(amount) <> 0) then
    raise exception 'transfer % does not balance', new.transfer_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger entry_balances after insert on entry deferrable initially deferred
  for each row execute function transfer_balances();
