-- Programs that know schema 0022 go on.
-- Who is kept apart at public tables, and missed reveals that are not forgotten. PostgreSQL 15 and up.

-- Where a seat was taken from, for as long as it is held: the address as it is counted (an IPv4 address, an IPv6 /64),
-- null where it is not counted, and the SHA-256 of the device id.
alter table seated add column address_group text, add column device_hash bytea;
create index seated_address on seated (address_group) where address_group is not null;

-- As take_seat, which programs of the release before call.
create function take_seat_from(of_player uuid, of_match text, of_seat int, of_address text, of_device bytea)
returns boolean language plpgsql as $$
begin
  insert into seated (player_id, match_id, seat, address_group, device_hash)
  values (of_player, of_match, of_seat, of_address, of_device)
  on conflict (player_id) do nothing;
  if not found then
    perform refuse('seated-elsewhere');
  end if;
  return true;
end $$;

-- The accounts that are one person with this one as far as the house can see: devices that both signed in on, and
-- accounts that both have money paid out to, what they took back included.
create function tied_to(of_player uuid) returns table (player_id uuid, tie text) language sql stable as $$
  select theirs.player_id, 'same-device'
  from known_device mine join known_device theirs using (device_hash)
  where mine.player_id = of_player and theirs.player_id <> of_player
  union
  select theirs.player_id, 'same-payout'
  from payout_destination mine join payout_destination theirs using (fingerprint)
  where mine.player_id = of_player and theirs.player_id <> of_player
$$;

-- Refuses a seat at a public table beside a tied account, and one more than `most` from one address. The seat is in
-- `seated` already. Decisions of a match come one after another, so two who sit at once are both looked at.
create function sit_apart(of_match text, of_player uuid, most int) returns boolean language plpgsql as $$
begin
  if exists (select from match m where m.id = of_match and m.private) then
    return true;
  end if;
  if exists (
    select from seated s join tied_to(of_player) t on t.player_id = s.player_id where s.match_id = of_match
  ) or (
    select count(*) from seated s join seated own on own.address_group = s.address_group
    where own.player_id = of_player and s.match_id = of_match
  ) > most then
    perform refuse('playing-apart');
  end if;
  return true;
end $$;

-- Each missed reveal moves this date on by as much as one takes to be forgotten: so many weigh at a moment as lie
-- between it and the date. `times` is written by programs of the release before alone.
alter table missed_reveal
  alter column times set default '{}',
  add column forgotten_at timestamptz not null default now(),
  add column device_hash bytea;
update missed_reveal
set forgotten_at = last_at + interval '3 days' * (cardinality(times) + case when paused_until is null then 0 else 3 end);
create index missed_reveal_forgotten on missed_reveal (forgotten_at);
create index missed_reveal_device on missed_reveal (device_hash) where device_hash is not null;

-- Counts a reveal that someone missed, on top of what weighs on their device. From `pause_after` on each pauses them,
-- the first for `pause_ms`, each further one for twice as long, `pause_most_ms` at most. Called while the seat is held.
create function count_missed_reveal(
  of_player uuid, missed timestamptz, pause_after int, forgotten_ms bigint, pause_ms bigint, pause_most_ms bigint
) returns boolean language plpgsql as $$
declare
  -- More than so many weigh no more: the longest pauses are reached long before.
  weighs_most constant int := 16;
  forgotten constant interval := forgotten_ms * interval '1 millisecond';
  device bytea := (select s.device_hash from seated s where s.player_id = of_player);
  until timestamptz;
  weigh double precision;
begin
  insert into missed_reveal (player_id, last_at, forgotten_at) values (of_player, missed, missed)
  on conflict (player_id) do nothing;
  perform from missed_reveal m where m.player_id = of_player for update;
  select max(m.forgotten_at) into until from missed_reveal m
  where m.player_id = of_player or m.device_hash = device;
  until := least(greatest(until, missed) + forgotten, missed + weighs_most * forgotten);
  weigh := extract(epoch from until - missed) / extract(epoch from forgotten);
  update missed_reveal m
  set last_at = missed, forgotten_at = until, device_hash = coalesce(device, m.device_hash),
    paused_until = case when weigh > pause_after - 1
      then missed + least(pause_ms * 2 ^ greatest(0, ceil(weigh) - pause_after), pause_most_ms) * interval '1 millisecond'
      else m.paused_until end
  where m.player_id = of_player;
  -- Guests come and go. A row that another transaction has in hand is left to it.
  delete from missed_reveal m using (
    select o.player_id from missed_reveal o
    where o.forgotten_at <= missed and coalesce(o.paused_until, missed) <= missed
    order by o.forgotten_at limit 100 for update skip locked
  ) as past
  where m.player_id = past.player_id;
  return true;
end $$;
