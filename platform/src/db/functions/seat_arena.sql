-- Notes a match that an arena seats these players at. Refused as `arena-busy` where the arena is over, or one of them does
-- not wait for a match: the arena's row is held, so of two nodes that seat the same people one is refused.
create or replace function seat_arena(of_match text, of_arena uuid, of_players uuid[], with_practice boolean, at_time timestamptz)
returns boolean language plpgsql as $$
declare
  changed bigint;
begin
  update arena a set version = a.version + 1
  where a.id = of_arena and a.finished_at is null and a.canceled_at is null and a.begins_at <= at_time and at_time < a.ends_at
  returning a.version into changed;
  if not found or cardinality(of_players) <> (
    select count(*) from arena_player p left join match m on m.id = p.latest_match
    where p.arena_id = of_arena and p.player_id = any (of_players) and p.status = 'ready'
      and m.phase is distinct from 'gathering'
      and not exists (select from seated s where s.player_id = p.player_id)
  ) then
    perform refuse('arena-busy');
  end if;
  insert into arena_match (match_id, arena_id, player_ids, practice) values (of_match, of_arena, of_players, with_practice);
  update arena_player p
  set latest_match = of_match, version = changed, met = coalesce((
    select am.player_ids from arena_match am join match m on m.id = am.match_id
    where am.match_id = p.latest_match and m.started_at is not null), p.met)
  where p.arena_id = of_arena and p.player_id = any (of_players);
  return true;
end $$;
