-- Opens a match with its sealed secret. One with a host is private. The chain is that of sealed tables; programs from before
-- them name none, and open no match there: they would place mines beforehand.
drop function if exists open_match(
  text, int, text, text, bigint, int, jsonb, text, timestamptz, text, bytea, uuid, text
);
create or replace function open_match(
  new_match text, of_shard int, of_game text, of_asset text, of_stake bigint, of_seats int, of_rules jsonb, commitment text,
  opened timestamptz, of_key text, sealed_secret bytea, its_host uuid, played_before text, chain text default null
) returns boolean language plpgsql as $$
begin
  if chain is null and exists (select from game_table where game_id = of_game and game_table.sealed) then
    raise check_violation using message = 'no match without a chain at a sealed table';
  end if;
  insert into match (
    id, shard, game_id, asset, stake, seats, rules, server_commit, opened_at, private, host, rematch_of, server_chain
  ) values (
    new_match, of_shard, of_game, of_asset, of_stake, of_seats, of_rules, commitment, opened, its_host is not null,
    its_host, played_before, chain
  );
  insert into match_secret (match_id, key_id, sealed) values (new_match, of_key, sealed_secret);
  return true;
end $$;
