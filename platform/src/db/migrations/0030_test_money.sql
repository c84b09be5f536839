-- Programs that know schema 0022 go on.
-- Money of the sandbox is bonus coins: it can be staked and never withdrawn. What earlier programs credited as coins is
-- moved here, by transfers like any other. PostgreSQL 15 and up.

-- What a completed order moved. Programs that know no such column credit coins, and say so by its default.
alter table wallet_order
  add column asset text not null default 'coin' check (asset in ('coin', 'promo')),
  add constraint wallet_order_pays_out_coins check (kind = 'deposit' or asset = 'coin');
create trigger wallet_order_keeps_asset before update on wallet_order for each row
  when (new.asset <> old.asset and (old.status, new.status) <> ('reviewing', 'completed'))
  execute function refuse_order_change();

-- Takes available coins of a player back to where the sandbox's come from, and gives as many bonus coins for them.
create function turn_test_money(player text, how_many bigint, of_currency text) returns void language plpgsql as $$
declare
  new_transfer uuid := gen_random_uuid();
begin
  perform make_accounts(
    array['player', 'promo'], array[player, 'sandbox'], array['promo', 'promo']);
  insert into transfer (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
  values (new_transfer, 'sandbox', 'sandbox', player, sha256(convert_to(player || ' ' || how_many, 'UTF8')),
    'sandbox', player, 'turned', 'platform');
  with part as materialized (
    select a.id, moved.amount
    from (values
      ('player', player, 'coin', -how_many), ('payin:checkout', of_currency, 'coin', how_many),
      ('promo', 'sandbox', 'promo', -how_many), ('player', player, 'promo', how_many)
    ) as moved (kind, owner, asset, amount)
    join account a on a.kind = moved.kind and a.owner = moved.owner and a.asset = moved.asset
    order by a.id for update of a
  ), changed as (
    update account a set posted = a.posted + part.amount, version = a.version + 1
    from part where a.id = part.id
    returning a.id, a.asset, part.amount, a.posted, a.version
  )
  insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
  select new_transfer, c.id, c.asset, c.amount, c.posted, c.version from changed c;
end $$;

-- Where no deposit but the sandbox's ever completed, all coins that players have available came from there, no matter who won
-- them since. Elsewhere an account gives back what it got from there, and no more than it has available.
do $$
declare
  is_all boolean := not exists (
    select from wallet_order o where o.kind = 'deposit' and o.status = 'completed'
      and not exists (select from checkout_session s where s.order_id = o.id and s.provider = 'sandbox'));
  of_currency text;
  due record;
begin
  select min(o.currency) into of_currency
  from wallet_order o join checkout_session s on s.order_id = o.id and s.provider = 'sandbox'
  where o.kind = 'deposit' and o.status = 'completed';
  if of_currency is null then
    return;
  end if;
  for due in
    select a.owner, case when is_all then a.posted - a.held else least(a.posted - a.held, given.coins) end as coins
    from account a left join (
      select o.player_id::text as owner, sum(o.amount)::bigint as coins
      from wallet_order o join checkout_session s on s.order_id = o.id and s.provider = 'sandbox'
      where o.kind = 'deposit' and o.status = 'completed' group by o.player_id
    ) given using (owner)
    where a.kind = 'player' and a.asset = 'coin' and a.posted > a.held and (is_all or given.coins is not null)
    order by a.id
  loop
    perform turn_test_money(due.owner, due.coins, of_currency);
  end loop;
end $$;

drop function turn_test_money;
