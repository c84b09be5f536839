-- The holds of these accounts for the match that are neither captured nor released. Of a player's only the newest can be
-- open, however often they left and sat down again. Each is looked up, so that no plan reads what is resolved.
create or replace function open_stakes_of(of_match text, holders bigint[])
returns table (id uuid, account_id bigint, amount bigint, nth int, kind text, owner text, asset text)
language sql stable as $$
  select h.id, h.account_id, h.amount, h.nth, a.kind, a.owner, a.asset
  from account a cross join lateral (
    select * from hold n where n.account_id = a.id and n.purpose = 'stake' and n.ref = of_match
    order by n.nth desc limit case a.kind when 'player' then 1 end
  ) h
  where a.id = any (holders)
    and (select r.outcome from hold_resolution r where r.hold_id = h.id) is null
$$;
