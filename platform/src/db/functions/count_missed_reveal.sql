-- Counts a reveal that someone missed, on top of what weighs on their device. From `pause_after` on each pauses them,
-- the first for `pause_ms`, each further one for twice as long, `pause_most_ms` at most. Called while the seat is held.
create or replace function count_missed_reveal(
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
