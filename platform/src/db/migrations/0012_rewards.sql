-- Levels, VIP, activities, invitations: what is given for play, and what play counts for it. PostgreSQL 15 and up.

-- ---- Thresholds and amounts -----------------------------------------------------------------------------------
-- All gifts are in bonus coins.

create table player_level (
  level int primary key check (level >= 1),
  -- Matches that count, from which on a player is at this level.
  matches int not null unique check (matches >= 0),
  gift bigint not null check (gift >= 0)
);
insert into player_level (level, matches, gift) values
  (1, 0, 0), (2, 3, 20), (3, 10, 40), (4, 25, 80), (5, 50, 150), (6, 100, 250), (7, 200, 400), (8, 400, 700),
  (9, 800, 1200), (10, 1500, 2000), (11, 3000, 4000), (12, 6000, 8000);

create table vip_tier (
  tier int primary key check (tier >= 0),
  name text not null,
  -- Withdrawable coins staked in matches that count, from which on a player is in this tier.
  staked bigint not null unique check (staked >= 0),
  daily bigint not null check (daily >= 0),
  weekly bigint not null check (weekly >= 0),
  monthly bigint not null check (monthly >= 0)
);
insert into vip_tier (tier, name, staked, daily, weekly, monthly) values
  (0, 'none',     0,        0,   0,    0),
  (1, 'bronze',   1000,     10,  50,   200),
  (2, 'silver',   10000,    20,  150,  600),
  (3, 'gold',     100000,   50,  400,  2000),
  (4, 'platinum', 1000000,  100, 1000, 5000),
  (5, 'diamond',  10000000, 200, 2500, 15000);

create table activity (
  id text primary key check (id ~ '^[a-z]+(-[a-z]+)*$'),
  position int not null unique,
  -- What of the matches that count moves it: each, each won, or each different table.
  metric text not null check (metric in ('matches', 'wins', 'tables')),
  goal int not null check (goal > 0),
  -- How often it starts over; `once` never.
  period text not null check (period in ('day', 'week', 'month', 'once')),
  gift bigint not null check (gift > 0),
  begins_at timestamptz,
  ends_at timestamptz,
  check (ends_at > begins_at)
);
insert into activity (id, position, metric, goal, period, gift) values
  ('first-match',  1, 'matches', 1,  'once', 50),
  ('daily-three',  2, 'matches', 3,  'day',  15),
  ('daily-win',    3, 'wins',    1,  'day',  20),
  ('weekly-tables', 4, 'tables', 3,  'week', 60),
  ('weekly-twenty', 5, 'matches', 20, 'week', 100);

create table referral_rule (
  single boolean primary key default true check (single),
  -- What the inviter is given for each who came, after so many matches that count, and for how many in a month.
  gift bigint not null check (gift > 0),
  matches int not null check (matches >= 1),
  monthly_most int not null check (monthly_most >= 0)
);
insert into referral_rule (gift, matches, monthly_most) values (100, 3, 20);

-- ---- What play counts -----------------------------------------------------------------------------------------

-- One row a person's seat in a match that was settled, but for trials. `discounted` says why it moves nothing.
create table counted_seat (
  player_id uuid not null references login_account (player_id),
  ended_at timestamptz not null,
  match_id text not null references match (id),
  game_id text not null,
  asset text not null check (asset in ('coin', 'promo')),
  stake bigint not null check (stake > 0),
  won boolean not null,
  discounted text check (discounted in ('private', 'rematch', 'same-device', 'same-payout', 'same-opponent')),
  primary key (player_id, ended_at, match_id)
);
create trigger counted_seat_append_only before update or delete on counted_seat for each row execute function refuse_change();
create trigger counted_seat_not_emptied before truncate on counted_seat execute function refuse_change();

-- Sums of the rows above that count, written with them.
create table player_progress (
  player_id uuid primary key references login_account (player_id),
  matches int not null default 0 check (matches >= 0),
  staked bigint not null default 0 check (staked >= 0)
);

-- Each gift that was claimed, once for its period: a day, a week, a month, a level, or once for ever.
create table gift_claim (
  player_id uuid not null references login_account (player_id),
  bonus_type text not null,
  period text not null,
  amount bigint not null check (amount > 0),
  transfer_id uuid not null references transfer (id),
  at timestamptz not null,
  primary key (player_id, bonus_type, period)
);
create index gift_claim_latest on gift_claim (player_id, at desc);
create trigger gift_claim_append_only before update or delete on gift_claim for each row execute function refuse_change();
create trigger gift_claim_not_emptied before truncate on gift_claim execute function refuse_change();

-- ---- Invitations ----------------------------------------------------------------------------------------------

create table referral (
  invited_id uuid primary key references login_account (player_id),
  inviter_id uuid not null references login_account (player_id),
  -- Who came later has a greater one.
  id bigint generated always as identity,
  joined_at timestamptz not null,
  -- Matches that count for it, and those that don't because the inviter or others of theirs sat in them.
  matches int not null default 0 check (matches >= 0),
  discounted int not null default 0 check (discounted >= 0),
  status text not null default 'playing' check (status in ('playing', 'earned', 'refused')),
  reason text check (reason in ('same-device', 'same-payout', 'monthly-most', 'paused', 'barred')),
  amount bigint check (amount > 0),
  decided_at timestamptz,
  check (invited_id <> inviter_id),
  check ((decided_at is null) = (status = 'playing')),
  check ((reason is not null) = (status = 'refused')),
  check ((amount is not null) = (status = 'earned'))
);
create index referral_of on referral (inviter_id, id);
create index referral_decided on referral (inviter_id, decided_at) where status = 'earned';

insert into referral (invited_id, inviter_id, joined_at)
select player_id, invited_by, created_at from login_account where invited_by is not null order by created_at, player_id;

-- ---- Against abuse --------------------------------------------------------------------------------------------

-- Who else signed in on a device.
create index known_device_shared on known_device (device_hash);
-- Where an account has its money paid out, what it took back included.
create index payout_destination_of on payout_destination (player_id, fingerprint);

-- Two accounts that met on a UTC day, the lower id first. `matches` are all they were in together, trials apart; `moved`
-- the withdrawable coins that the first lost to the second, less what came back.
create table pair_day (
  low uuid not null references login_account (player_id),
  high uuid not null references login_account (player_id),
  day date not null,
  matches int not null default 0 check (matches >= 0),
  moved bigint not null default 0,
  primary key (low, high, day),
  check (low < high)
);

-- What staff should look at.
create table abuse_flag (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('pair')),
  -- What it is about, so that the same is not said twice.
  subject text not null,
  player_ids uuid[] not null,
  detail jsonb not null,
  at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by uuid references staff (id),
  unique (kind, subject),
  check ((reviewed_at is null) = (reviewed_by is null))
);
create index abuse_flag_open on abuse_flag (id) where reviewed_at is null;
create index abuse_flag_of on abuse_flag using gin (player_ids);

-- Refuses a seat beside someone whom one moved too many coins with today, in whichever direction.
create function may_meet(of_match text, of_player uuid, at_time timestamptz, most bigint) returns boolean language plpgsql as $$
begin
  if exists (
    select from seated s
    join pair_day p on p.low = least(s.player_id, of_player) and p.high = greatest(s.player_id, of_player)
      and p.day = utc_day(at_time)
    where s.match_id = of_match and s.player_id <> of_player and abs(p.moved) >= most
  ) then
    perform refuse('pair-capped');
  end if;
  return true;
end $$;

-- Staff looked at who the owner of an account is; larger withdrawals wait for it.
alter table login_account
  add column identity_reviewed_at timestamptz,
  add column identity_reviewed_by uuid references staff (id),
  add constraint login_account_identity check ((identity_reviewed_at is null) = (identity_reviewed_by is null));

-- Whether a withdrawal of so many coins waits for that review: with it more than `most` were paid out to the account.
create function identity_due(of_player uuid, of_amount bigint, most bigint) returns boolean language sql stable as $$
  select a.identity_reviewed_at is null and of_amount + coalesce((
    select sum(o.amount) from wallet_order o
    where o.player_id = of_player and o.kind = 'withdrawal' and o.status = 'completed'
  ), 0) > most
  from login_account a where a.player_id = of_player
$$;
