-- Empties the match's escrow to the named parties, in one transfer, and closes it. The same payout again does nothing.
-- Each account is looked up by its own key, so that no plan of it depends on how many accounts there are; several are
-- locked in their order before the first is paid.
create or replace function pay_out(
  of_match text, of_asset text, kinds text[], owners text[], amounts bigint[], new_transfer uuid, of_step text, hash bytea
) returns boolean language plpgsql as $$
declare
  escrow account;
  total bigint := (select coalesce(sum(amount), 0) from unnest(amounts) as amount);
  earlier transfer;
  payee record;
  paid account;
begin
  select * into escrow from account a
  where a.kind = 'match' and a.owner = of_match and a.asset = of_asset and not a.closed for update;
  if not found then
    select * into earlier from transfer t
    where t.ref_type = 'match' and t.ref_id = of_match and t.step in ('settled', 'voided') and t.outcome = 'posted';
    if not found then
      raise exception 'match % has no stakes to pay out', of_match;
    end if;
    if earlier.step <> of_step or earlier.request_hash <> hash then
      raise exception 'match % was % before, otherwise than asked for now', of_match, earlier.step;
    end if;
    return true;
  end if;
  if escrow.posted <> total or total = 0 then
    raise exception 'match %: payouts and rake are % and the escrow holds %', of_match, total, escrow.posted;
  end if;
  insert into transfer (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
  values (new_transfer, of_step, 'match', of_match || '/' || of_step, hash, 'match', of_match, of_step, 'match host');
  if cardinality(kinds) > 1 then
    perform 1 from account a
    where a.id = any (array(
      select (select b.id from account b where b.kind = d.kind and b.owner = d.owner and b.asset = of_asset)
      from unnest(kinds, owners) as d (kind, owner)))
    order by a.kind = 'house', a.id for update;
  end if;
  for payee in
    select d.kind, d.owner, sum(d.amount)::bigint as amount,
      (select a.id from account a where a.kind = d.kind and a.owner = d.owner and a.asset = of_asset) as account_id
    from unnest(kinds, owners, amounts) as d (kind, owner, amount)
    group by d.kind, d.owner order by d.kind = 'house', account_id
  loop
    if payee.account_id is null then
      perform make_accounts(array[payee.kind], array[payee.owner], array[of_asset]);
    end if;
    update account a set posted = a.posted + payee.amount, version = a.version + 1
    where a.kind = payee.kind and a.owner = payee.owner and a.asset = of_asset
    returning a.* into paid;
    insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
    values (new_transfer, paid.id, of_asset, payee.amount, paid.posted, paid.version);
  end loop;
  update account a set posted = 0, closed = true, version = a.version + 1 where a.id = escrow.id;
  insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
  values (new_transfer, escrow.id, of_asset, -escrow.posted, 0, escrow.version + 1);
  return true;
end $$;
