-- Moves all that was held to the named accounts, in one transfer. Fails when nothing is held, or another amount.
create or replace function capture_hold(
  for_purpose text, for_ref text, kinds text[], owners text[], amounts bigint[],
  new_transfer uuid, of_step text, hash bytea, by_actor text
) returns boolean language plpgsql as $$
declare
  it hold;
  of_asset text;
begin
  select a.asset into strict of_asset from hold h join account a on a.id = h.account_id
  where h.purpose = for_purpose and h.ref = for_ref;
  perform make_accounts(kinds, owners, array_fill(of_asset, array[cardinality(kinds)]));
  it := lock_hold(for_purpose, for_ref);
  if it.amount <> (select sum(amount) from unnest(amounts) as amount) then
    raise exception '% %: the hold is %', for_purpose, for_ref, it.amount;
  end if;
  insert into transfer (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
  values (new_transfer, for_purpose, for_purpose, for_ref || '/' || of_step, hash, for_purpose, for_ref, of_step, by_actor);
  with paid as (
    update account a set posted = a.posted - it.amount, held = a.held - it.amount, version = a.version + 1
    where a.id = it.account_id
    returning a.id, a.posted, a.version
  ), written as (
    insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
    select new_transfer, paid.id, of_asset, -it.amount, paid.posted, paid.version from paid
  )
  insert into hold_resolution (hold_id, outcome, transfer_id, account_version)
  select it.id, 'captured', new_transfer, paid.version from paid;
  with payee as materialized (
    select a.id, due.amount from unnest(kinds, owners, amounts) as due (kind, owner, amount)
    join account a on a.kind = due.kind and a.owner = due.owner and a.asset = of_asset
    order by a.kind = 'house', a.id for update of a
  ), credited as (
    update account a set posted = a.posted + payee.amount, version = a.version + 1
    from payee where a.id = payee.id
    returning a.id, payee.amount, a.posted, a.version
  )
  insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
  select new_transfer, c.id, of_asset, c.amount, c.posted, c.version from credited c;
  return true;
end $$;
