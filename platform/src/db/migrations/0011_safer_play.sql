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

-- Only its end counts, so that a clock that is set back opens nothing. Without one it is permanently.
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
  ended_at timestamptz not null,
  -- Whose seats `match_seat` has of it, whose key begins with them.
  player_ids uuid[] not null
);
create index match_uncounted_next on match_uncounted (ended_at, match_id);

-- The accounts that begin to play have staked, in the transaction that captures it. Rows are locked in the order of
-- the players. With a clock that was set back no one begins before they took their seat: the stake counts in the day
-- that it was allowed in, or later.
create or replace function begin_play(of_match text, started timestamptz) returns boolean language plpgsql as $$
declare
  began timestamptz;
begin
  select greatest(started, max(d.at)) into began from match_decision d where d.match_id = of_match;
  update match m set phase = 'playing', started_at = began where m.id = of_match;
  insert into play_day (player_id, day, asset, matches, staked)
  select s.player_id, utc_day(began), m.asset, 1, m.stake
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
    insert into match_uncounted (match_id, ended_at, player_ids) values (of_match, ended, holders);
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

-- The coins of an account's deposits since a day, of all but those that failed.
create function deposited_since(of_player uuid, first_day date) returns bigint language sql stable as $$
  select coalesce(sum(o.amount), 0)::bigint from wallet_order o
  where o.player_id = of_player and o.kind = 'deposit' and o.status <> 'failed'
    and o.created_at >= first_day::timestamp at time zone 'UTC'
$$;

-- What of a limit is used up in the period that this moment is in. A gain makes good what was lost, and no more: a stake
-- that waits for its match past the end of the period must be within the limit of the next one too.
create function limit_used(of_player uuid, of_kind text, of_period text, at_time timestamptz)
returns bigint language sql stable as $$
  select case of_kind
    when 'loss' then greatest(0, lost_since(of_player, period_begin(of_period, at_time)))
    else deposited_since(of_player, period_begin(of_period, at_time))
  end
$$;

-- The limit of an account that so many coins more would pass, and what is left of it: of several the one with the least.
create function passed_limit(of_player uuid, of_kind text, coins bigint, at_time timestamptz)
returns table (period text, remaining bigint) language sql stable as $$
  select l.period, greatest(0, l.amount - u.used) as remaining
  from play_limit l cross join lateral (select limit_used(of_player, of_kind, l.period, at_time) as used) u
  where l.player_id = of_player and l.kind = of_kind and u.used + coins > l.amount
  order by remaining, l.period limit 1
$$;

-- Whether an account is of someone in one of these countries, by what they said or by their phone.
create function is_from(of_player uuid, countries text[]) returns boolean language sql stable as $$
  select exists (select from login_account a where a.player_id = of_player and a.residence = any (countries))
    or exists (select from contact c where c.player_id = of_player and c.country = any (countries))
$$;

-- Why an account may neither stake, deposit nor be given anything now; null when it may.
create function why_barred(of_player uuid, at_time timestamptz, barred_countries text[]) returns text language sql stable as $$
  select case
    when exists (
      select from play_break b where b.player_id = of_player and (b.ends_at is null or b.ends_at > at_time)
    ) then 'play-paused'
    when is_from(of_player, barred_countries) then 'country-barred'
  end
$$;

-- Why someone may not take a seat with this stake; null when they may. Guests have no account and stake nothing of worth.
create function why_no_stake(of_player uuid, of_asset text, stake bigint, at_time timestamptz, barred_countries text[])
returns text language sql stable as $$
  select coalesce(
    why_barred(of_player, at_time, barred_countries),
    case
      when of_asset = 'trial' then null
      when a.adult_at is null then 'adult-unconfirmed'
      when of_asset = 'coin' and exists (select from passed_limit(of_player, 'loss', stake, at_time)) then 'loss-limit'
    end
  )
  from login_account a where a.player_id = of_player
$$;

-- Refuses a seat that an account may not take. The account's row is held to the end of the transaction, and whatever
-- changes what it may do holds it alone: a seat is either taken before such a change, or not at all.
create function may_stake(of_player uuid, of_asset text, stake bigint, at_time timestamptz, barred_countries text[])
returns boolean language plpgsql as $$
declare
  reason text;
begin
  perform from login_account a where a.player_id = of_player for share;
  reason := why_no_stake(of_player, of_asset, stake, at_time, barred_countries);
  if reason is not null then
    perform refuse(reason);
  end if;
  return true;
end $$;
