-- Fills a player's trial coins up to an amount available, at most once for each key. Who has enough gets nothing, and
-- the key can still be used.
create or replace function refill_trial(player text, fill_to bigint, key text, new_transfer uuid, hash bytea)
returns boolean language plpgsql as $$
declare
  target account;
  missing bigint;
begin
  loop
    select * into target from account a where a.kind = 'player' and a.owner = player and a.asset = 'trial' for update;
    exit when found and exists (select from account a where a.kind = 'house' and a.owner = 'trial' and a.asset = 'trial');
    perform make_accounts(array['player', 'house'], array[player, 'trial'], array['trial', 'trial']);
  end loop;
  missing := fill_to - (target.posted - target.held);
  if missing <= 0 then
    return true;
  end if;
  insert into transfer (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
  values (new_transfer, 'refill', 'refill/' || player, key, hash, 'player', player, 'refill/' || key, 'platform')
  on conflict do nothing;
  if not found then
    return true;
  end if;
  with given as (
    update account a set posted = a.posted + missing, version = a.version + 1
    where a.id = target.id
    returning a.id, missing as amount, a.posted, a.version
  ), taken as (
    update account a set posted = a.posted - given.amount, version = a.version + 1
    from given where a.kind = 'house' and a.owner = 'trial' and a.asset = 'trial'
    returning a.id, -given.amount as amount, a.posted, a.version
  )
  insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
  select new_transfer, part.id, 'trial', part.amount, part.posted, part.version
  from (select * from given union all select * from taken) part;
  return true;
end $$;
