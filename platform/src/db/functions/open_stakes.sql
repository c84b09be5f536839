-- The match's holds that are neither captured nor released.
create or replace function open_stakes(of_match text)
returns table (id uuid, account_id bigint, amount bigint, nth int, kind text, owner text, asset text)
language sql stable as $$
  select o.* from open_stakes_of(of_match, array(
    select h.account_id from hold h where h.purpose = 'stake' and h.ref = of_match and h.nth = 1
  )) o
$$;
