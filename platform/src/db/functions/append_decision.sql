-- Writes what was decided in a match; refused where its number or its command is taken.
create or replace function append_decision(
  of_match text, first_seq int, of_epoch bigint, by_seat int, command text, hash bytea, what jsonb, decided_at timestamptz
) returns boolean language plpgsql as $$
begin
  insert into match_decision (match_id, seq, epoch, seat, command_id, request_hash, events, at)
  values (of_match, first_seq, of_epoch, by_seat, command, hash, what, decided_at)
  on conflict do nothing;
  if not found then
    perform refuse('conflict');
  end if;
  return true;
end $$;
