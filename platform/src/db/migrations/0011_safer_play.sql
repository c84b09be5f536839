-- Safer play: what players set for themselves, what they staked each day, and who may play. PostgreSQL 15 and up.

alter table login_account
  -- When the player said that they are 18 or older, and where they live.
  add column adult_at timestamptz,
  add column residence text check (residence ~ '^[A-Z]{2}$'),
  -- Minutes of play between reminders; null for none.
  add column reminder_minutes int default 60 check (reminder_minutes in (15, 30, 60, 120)),
  add constraint login_account_adult check ((adult_at is null) = (residence is null));

-- ---- Limits and breaks ----------------------------------------------------------------------------------------

create table play_limit (
  player_id uuid not null references login_account (player_id),
  kind text not null check (kind in ('deposit', 'loss')),
  -- From midnight, from Monday, from the first of the month, UTC.
  period text not null check (period in ('day', 'week', 'month')),
  -- Coins; null where there is no limit.
  amount bigint check (amount >= 0),
  -- A higher limit, or with null none at all, that was asked for and is to be confirmed when it is due.
  asked_at timestamptz,
  asked_amount bigint check (asked_amount >= 0),
  primary key (player_id, kind, period),
  check (asked_at is not null or asked_amount is null)
);

-- Only its end counts, so that a clock that is set back opens nothing. Without one it is for good.
create table play_break (
  id uuid primary key,
  player_id uuid not null references login_account (player_id),
  kind text not null check (kind in ('time-out', 'self-exclusion')),
  began_at timestamptz not null,
  ends_at timestamptz check (ends_at > began_at),
  check (kind = 'self-exclusion' or ends_at is not null)
);
create index play_break_of on play_break (player_id, ends_at);
create trigger play_break_append_only before update or delete on play_break for each row execute function refuse_change();
create trigger play_break_not_emptied before truncate on play_break execute function refuse_change();

-- Everything that a player set, as it was set.
create table safer_play_event (
  id bigint generated always as identity primary key,
  player_id uuid not null references login_account (player_id),
  at timestamptz not null,
  action text not null,
  detail jsonb not null
);
create index safer_play_event_of on safer_play_event (player_id, id desc);
create trigger safer_play_event_append_only before update or delete on safer_play_event for each row execute function refuse_change();
create trigger safer_play_event_not_emptied before truncate on safer_play_event execute function refuse_change();

-- ---- What is played each day ----------------------------------------------------------------------------------

-- Of matches that were started, by the UTC day of their start, so that what comes back counts where it was staked.
create table play_day (
  player_id uuid not null references login_account (player_id),
  day date not null,
  asset text not null check (asset in ('coin', 'promo', 'trial')),
  matches int not null default 0 check (matches >= 0),
  staked bigint not null default 0 check (staked >= 0),
  returned bigint not null default 0 check (returned >= 0),
  -- From the start of each match until the player was out or it was over.
  seconds bigint not null default 0 check (seconds >= 0),
  primary key (player_id, day, asset)
);

create function utc_day(of_time timestamptz) returns date language sql immutable as $$
  select (of_time at time zone 'UTC')::date
$$;

insert into play_day (player_id, day, asset, matches, staked, returned, seconds)
select s.player_id, utc_day(m.started_at), m.asset, count(*), sum(m.stake), sum(s.payout),
  sum(greatest(0, extract(epoch from m.ended_at - m.started_at)))::bigint
from match_seat s join match m on m.id = s.match_id join login_account a on a.player_id = s.player_id
where m.started_at is not null
group by s.player_id, utc_day(m.started_at), m.asset;

insert into play_day (player_id, day, asset, matches, staked)
select s.player_id, utc_day(m.started_at), m.asset, 1, m.stake
from match m join seated s on s.match_id = m.id join login_account a on a.player_id = s.player_id
where m.phase = 'playing' and m.started_at is not null
on conflict (player_id, day, asset) do update
set matches = play_day.matches + 1, staked = play_day.staked + excluded.staked;

-- Matches that are over and not gone through yet: what they count for is reckoned after their end, apart from it.
create table match_uncounted (
  match_id text primary key references match (id),
  ended_at timestamptz not null
);
create index match_uncounted_next on match_uncounted (ended_at, match_id);

-- The accounts that begin to play have staked, in the transaction that captures it. Rows are locked in the order of
-- the players.
create or replace function begin_play(of_match text, started timestamptz) returns boolean language plpgsql as $$
begin
  update match m set phase = 'playing', started_at = started where m.id = of_match;
  insert into play_day (player_id, day, asset, matches, staked)
  select s.player_id, utc_day(started), m.asset, 1, m.stake
  from match m join seated s on s.match_id = m.id join login_account a on a.player_id = s.player_id
  where m.id = of_match order by s.player_id
  on conflict (player_id, day, asset) do update
  set matches = play_day.matches + 1, staked = play_day.staked + excluded.staked;
  return true;
end $$;

create or replace function end_match(
  of_match text, new_phase text, ended timestamptz, tiles int, those_seated jsonb, of_asset text,
  holders uuid[], seats int[], outcomes text[], places int[], payouts bigint[]
) returns boolean language plpgsql as $$
declare
  started timestamptz;
  paid record;
begin
  update match m set phase = new_phase, ended_at = ended, plies = tiles, players = those_seated where m.id = of_match
  returning m.started_at into started;
  insert into match_seat (player_id, asset, ended_at, match_id, seat, outcome, place, payout)
  select s.holder, of_asset, ended, of_match, s.seat, s.outcome, s.place, s.payout
  from unnest(holders, seats, outcomes, places, payouts) as s (holder, seat, outcome, place, payout);
  if started is null then
    return true;
  end if;
  for paid in select s.holder, s.payout from unnest(holders, payouts) as s (holder, payout) where s.payout > 0 order by s.holder loop
    update play_day d set returned = d.returned + paid.payout
    where d.player_id = paid.holder and d.day = utc_day(started) and d.asset = of_asset;
  end loop;
  if exists (select from login_account a where a.player_id = any (holders)) then
    insert into match_uncounted (match_id, ended_at) values (of_match, ended);
  end if;
  return true;
end $$;

-- ---- Who may play ---------------------------------------------------------------------------------------------

-- The first day of a period that this moment is in.
create function period_begin(of_period text, of_time timestamptz) returns date language sql immutable as $$
  select date_trunc(of_period, of_time at time zone 'UTC')::date
$$;

-- What an account lost in withdrawable coins since a day, what is at stake now as lost; below zero for a gain.
create function lost_since(of_player uuid, first_day date) returns bigint language sql stable as $$
  select coalesce(sum(d.staked - d.returned), 0)::bigint from play_day d
  where d.player_id = of_player and d.asset = 'coin' and d.day >= first_day
$$;

-- Why an account may neither stake, deposit nor be given anything now; null when it may.
create function why_barred(of_player uuid, at_time timestamptz, barred_countries text[]) returns text language sql stable as $$
  select case
    when exists (
      select from play_break b where b.player_id = of_player and (b.ends_at is null or b.ends_at > at_time)
    ) then 'play-paused'
    when exists (select from login_account a where a.player_id = of_player and a.residence = any (barred_countries))
      or exists (select from contact c where c.player_id = of_player and c.country = any (barred_countries))
    then 'country-barred'
  end
$$;

-- Refuses a seat that an account may not take. The account's row is held to the end of the transaction, and whatever
-- changes what it may do holds it alone: a seat is either taken before such a change, or not at all. Guests have no
-- account and stake nothing of worth.
create function may_stake(of_player uuid, of_asset text, stake bigint, at_time timestamptz, barred_countries text[])
returns boolean language plpgsql as $$
declare
  said_adult timestamptz;
  reason text;
begin
  select a.adult_at into said_adult from login_account a where a.player_id = of_player for share;
  if not found then
    return true;
  end if;
  reason := why_barred(of_player, at_time, barred_countries);
  if reason is not null then
    perform refuse(reason);
  end if;
  if of_asset = 'trial' then
    return true;
  end if;
  if said_adult is null then
    perform refuse('adult-unconfirmed');
  end if;
  if of_asset = 'coin' and exists (
    select from play_limit l
    where l.player_id = of_player and l.kind = 'loss'
      and lost_since(of_player, period_begin(l.period, at_time)) + stake > l.amount
  ) then
    perform refuse('loss-limit');
  end if;
  return true;
end $$;
