-- Programs that know schema 0022 go on.
-- What accounts lose at private tables each day, and how much they may. PostgreSQL 15 and up.

alter table play_day
  -- At private tables: the stakes of matches that began, less what each gave back of its own stake. A gain makes
  -- nothing good: who loses on purpose can be made to win just as well.
  add column private_lost bigint not null default 0 check (private_lost >= 0);

-- What is at stake there now. What was lost before counts nothing.
update play_day d set private_lost = m.stake
from match m join seated s on s.match_id = m.id
where m.phase = 'playing' and m.private and d.player_id = s.player_id and d.day = utc_day(m.started_at) and d.asset = m.asset;

create or replace function begin_play(of_match text, started timestamptz) returns boolean language plpgsql as $$
declare
  began timestamptz;
begin
  select greatest(started, max(d.at)) into began from match_decision d where d.match_id = of_match;
  update match m set phase = 'playing', started_at = began where m.id = of_match;
  insert into play_day (player_id, day, asset, matches, staked, private_lost)
  select s.player_id, utc_day(began), m.asset, 1, m.stake, case when m.private then m.stake else 0 end
  from match m join seated s on s.match_id = m.id join login_account a on a.player_id = s.player_id
  where m.id = of_match order by s.player_id
  on conflict (player_id, day, asset) do update
  set matches = play_day.matches + 1, staked = play_day.staked + excluded.staked,
    private_lost = play_day.private_lost + excluded.private_lost;
  return true;
end $$;

create or replace function end_match(
  of_match text, new_phase text, ended timestamptz, tiles int, those_seated jsonb, of_asset text,
  holders uuid[], seats int[], outcomes text[], places int[], payouts bigint[]
) returns boolean language plpgsql as $$
declare
  started timestamptz;
  -- Of each seat's stake: at a private table what comes back of it is not lost there.
  private_stake bigint;
  paid record;
begin
  update match m set phase = new_phase, ended_at = ended, plies = tiles, players = those_seated where m.id = of_match
  returning m.started_at, case when m.private then m.stake else 0 end into started, private_stake;
  insert into match_seat (player_id, asset, ended_at, match_id, seat, outcome, place, payout)
  select s.holder, of_asset, ended, of_match, s.seat, s.outcome, s.place, s.payout
  from unnest(holders, seats, outcomes, places, payouts) as s (holder, seat, outcome, place, payout);
  if started is null then
    return true;
  end if;
  for paid in select s.holder, s.payout from unnest(holders, payouts) as s (holder, payout) where s.payout > 0 order by s.holder loop
    update play_day d
    set returned = d.returned + paid.payout, private_lost = greatest(0, d.private_lost - least(paid.payout, private_stake))
    where d.player_id = paid.holder and d.day = utc_day(started) and d.asset = of_asset;
  end loop;
  if exists (select from login_account a where a.player_id = any (holders)) then
    insert into match_uncounted (match_id, ended_at, player_ids) values (of_match, ended, holders);
  end if;
  return true;
end $$;

-- What an account lost at private tables since the beginning of a day, UTC, in withdrawable coins: what is at stake
-- there now as lost.
create function private_lost_since(of_player uuid, first_day date) returns bigint language sql stable as $$
  select coalesce(sum(d.private_lost), 0)::bigint from play_day d
  where d.player_id = of_player and d.asset = 'coin' and d.day >= first_day
$$;

-- Refuses a seat for withdrawable coins at a private table whose stake could take an account past what it may lose
-- there in a day. The seat is in `seated` by now, of which an account has one: no two are judged at once.
create function may_lose_privately(of_match text, of_player uuid, at_time timestamptz, most bigint)
returns boolean language plpgsql as $$
begin
  if exists (
    select from match m where m.id = of_match and m.private and m.asset = 'coin'
      and private_lost_since(of_player, utc_day(at_time)) + m.stake > most
  ) then
    perform refuse('private-loss');
  end if;
  return true;
end $$;
