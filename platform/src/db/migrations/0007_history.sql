-- Matches that are over, by who had a seat in them: a page of someone's history is read off one index.

alter table match
  add column started_at timestamptz,
  -- Of a match that is over: tiles opened, and those who were seated, by seat, as everyone may see them.
  add column plies int,
  add column players jsonb;

-- One row a person's seat, written by the statement that ends the match, for those who were seated when it was
-- locked. The key is the order of the list. No foreign keys: whose they would be is written or held by that statement
-- already, and checking each row took longer than writing it.
create table match_seat (
  player_id uuid not null,
  asset text not null,
  ended_at timestamptz not null,
  match_id text not null,
  seat int not null,
  outcome text not null check (outcome in ('won', 'shared', 'lost', 'refunded')),
  place int check (place >= 1),
  payout bigint not null check (payout >= 0),
  primary key (player_id, asset, ended_at, match_id)
);
create trigger match_seat_append_only before update or delete on match_seat for each row execute function refuse_change();
create trigger match_seat_not_emptied before truncate on match_seat execute function refuse_change();

create function begin_play(of_match text, started timestamptz) returns boolean language plpgsql as $$
begin
  update match m set phase = 'playing', started_at = started where m.id = of_match;
  return true;
end $$;

create function end_match(
  of_match text, new_phase text, ended timestamptz, tiles int, those_seated jsonb, of_asset text,
  holders uuid[], seats int[], outcomes text[], places int[], payouts bigint[]
) returns boolean language plpgsql as $$
begin
  update match m set phase = new_phase, ended_at = ended, plies = tiles, players = those_seated where m.id = of_match;
  insert into match_seat (player_id, asset, ended_at, match_id, seat, outcome, place, payout)
  select s.holder, of_asset, ended, of_match, s.seat, s.outcome, s.place, s.payout
  from unnest(holders, seats, outcomes, places, payouts) as s (holder, seat, outcome, place, payout);
  return true;
end $$;

-- ---- What is over already, as its journal tells it ------------------------------------------------------------

create temporary table told on commit drop as
select d.match_id, d.seq + e.n as seq, e.event ->> 'type' as type, (e.event ->> 'seat')::int as seat, e.event
from match m join match_decision d on d.match_id = m.id
cross join lateral jsonb_array_elements(d.events) with ordinality as e (event, n)
where m.phase in ('settled', 'voided');
create index on told (match_id, type);

-- The last word on each seat: taken, or left again.
create temporary table sat on commit drop as
select distinct on (match_id, seat) match_id, seat, type = 'SeatTaken' as taken, event -> 'player' as player,
  event ->> 'holder' as holder
from told where type in ('SeatTaken', 'SeatLeft') order by match_id, seat, seq desc;
create index on sat (match_id, seat);
analyze told, sat;

update match m
set plies = (select count(*) from told t where t.match_id = m.id and t.type = 'TileOpened'),
  started_at = (select timestamptz 'epoch' + (t.event ->> 'at')::bigint * interval '1 millisecond'
    from told t where t.match_id = m.id and t.type = 'Started'),
  players = (select jsonb_agg(s.player order by n)
    from generate_series(0, m.seats - 1) as n
    left join sat s on s.match_id = m.id and s.seat = n and s.taken)
where m.phase in ('settled', 'voided');

with ending as (
  select t.match_id, t.type = 'Voided' as voided, t.event ->> 'reason' as reason, t.event -> 'payouts' as payouts,
    t.type = 'Voided' and jsonb_array_length(t.event -> 'payouts') =
      (select count(*) from sat s where s.match_id = t.match_id and s.taken) as all_refunded
  from told t where t.type in ('Settled', 'Voided')
), seat as (
  select m.id, m.asset, m.stake, m.ended_at, p.id as player_id, s.seat, e.reason, e.voided,
    e.all_refunded or m.started_at is null as refunded,
    (select (paid ->> 'amount')::bigint from jsonb_array_elements(e.payouts) as paid
      where (paid ->> 'seat')::int = s.seat) as paid,
    (select (t.event ->> 'place')::int from told t
      where t.match_id = m.id and t.type = 'SeatOut' and t.seat = s.seat) as place
  from ending e join match m on m.id = e.match_id join sat s on s.match_id = m.id and s.taken
  join player p on p.id::text = s.holder
  where s.player ->> 'kind' <> 'practice'
    and exists (select from told t where t.match_id = m.id and t.type = 'Locked')
)
insert into match_seat (player_id, asset, ended_at, match_id, seat, outcome, place, payout)
select player_id, asset, ended_at, id, seat,
  case when refunded then 'refunded' when paid is null then 'lost' when reason = 'won' then 'won' else 'shared' end,
  case when refunded then null when paid is null then place else 1 end,
  case when refunded then stake else coalesce(paid, 0) end
from seat;
