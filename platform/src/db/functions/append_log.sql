-- Writes the next line of a shard's fairness log.
create or replace function append_log(
  of_shard int, at_position int, of_kind text, of_match text, what text, its_hash text, logged_at timestamptz
) returns boolean language plpgsql as $$
begin
  insert into fairness_log (shard, position, kind, match_id, document, hash, at)
  values (of_shard, at_position, of_kind, of_match, what, its_hash, logged_at);
  return true;
end $$;
