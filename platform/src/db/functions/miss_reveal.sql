-- Programs that know no schema after 0030 call it; the others call count_missed_reveal.
-- Counts a reveal that someone missed; so many within a time pause them. Forgets those whose last one counts no more.
create or replace function miss_reveal(
  of_player uuid, missed timestamptz, pause_after int, within_ms bigint, pause_ms bigint
) returns boolean language plpgsql as $$
declare
  since timestamptz := missed - within_ms * interval '1 millisecond';
  counted int;
begin
  insert into missed_reveal as m (player_id, times, last_at) values (of_player, array[missed], missed)
  on conflict (player_id) do update
  set times = array(select earlier from unnest(m.times) as earlier where earlier > since) || missed, last_at = missed
  returning cardinality(m.times) into counted;
  if counted >= pause_after then
    update missed_reveal m set times = '{}', paused_until = missed + pause_ms * interval '1 millisecond'
    where m.player_id = of_player;
  end if;
  -- Guests come and go. A row that another transaction has in hand is left to it.
  delete from missed_reveal m using (
    select o.player_id from missed_reveal o
    where o.last_at <= since and coalesce(o.paused_until, o.last_at) <= missed
    order by o.last_at limit 100 for update skip locked
  ) as forgotten
  where m.player_id = forgotten.player_id;
  return true;
end $$;
