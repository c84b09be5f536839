-- Holds the lease's row until the end of the transaction; refuses when the shard is another node's.
create or replace function hold_lease(of_shard int, of_epoch bigint) returns boolean language plpgsql as $$
begin
  perform 1 from shard_lease l where l.shard = of_shard and l.epoch = of_epoch for share;
  if not found then
    perform refuse('fenced');
  end if;
  return true;
end $$;
