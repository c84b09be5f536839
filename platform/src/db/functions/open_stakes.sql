-- The match's holds that are neither captured nor released.
create or replace function open_stakes(of_match text)
returns table (id uuid, account_id bigint, amount bigint, nth int, kind text, owner text, asset text)
language sql stable as $$
  select h.id, h.account_id, h.amount, h.nth, a.kind, a.owner, a.asset
  from hold h join account a on a.id = h.account_id
  where h.purpose = 'stake' and h.ref = of_match
    and not exists (select from hold_resolution r where r.hold_id = h.id)
$$;
