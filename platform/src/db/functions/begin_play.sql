-- The accounts that begin to play have staked, in the transaction that captures it. Rows are locked in the order of
-- the players. With a clock that was set back no one begins before they took their seat: the stake counts in the day
-- that it was allowed in, or later.
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
