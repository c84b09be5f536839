-- Moves every hold of the match into its escrow, in one transfer. Opening the same escrow twice breaks a constraint.
create or replace function capture_stakes(of_match text, of_asset text, new_transfer uuid, hash bytea)
returns boolean language plpgsql as $$
begin
  with open_hold as materialized (
    select * from open_stakes(of_match) o where o.asset = of_asset
  ), payer as materialized (
    select a.id from account a where a.id in (select open_hold.account_id from open_hold)
    order by a.kind = 'house', a.id for update
  ), paid as (
    update account a
    set posted = a.posted - total.amount, held = a.held - total.amount, version = a.version + 1
    from payer, (select o.account_id, sum(o.amount)::bigint as amount from open_hold o group by o.account_id) total
    where a.id = payer.id and total.account_id = payer.id
    returning a.id, total.amount, a.posted, a.version
  ), escrow as (
    insert into account (kind, owner, asset, posted, version)
    select 'match', of_match, of_asset, sum(paid.amount)::bigint, 1 from paid having count(*) > 0
    returning id, posted
  ), moved as (
    insert into transfer
      (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
    select new_transfer, 'stakes', 'match', of_match || '/started', hash, 'match', of_match, 'started', 'match host' from escrow
    returning id
  ), written as (
    insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
    select moved.id, paid.id, of_asset, -paid.amount, paid.posted, paid.version from paid, moved
    union all
    select moved.id, escrow.id, of_asset, escrow.posted, escrow.posted, 1 from escrow, moved
  )
  insert into hold_resolution (hold_id, outcome, transfer_id, account_version)
  select o.id, 'captured', moved.id, paid.version from open_hold o join paid on paid.id = o.account_id, moved;
  if not found then
    raise exception 'match % has no stakes in % to capture', of_match, of_asset;
  end if;
  return true;
end $$;
