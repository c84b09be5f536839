-- Programs that know schema 0035 go on.
-- The leaderboard of accuracy reads the last days of matches for coins and bonus coins, and of each row no more than this.
create index seat_skill_lately on seat_skill (ended_at) include (player_id, accuracy, choices)
where exact and asset <> 'trial' and choices > 0;
