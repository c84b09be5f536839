-- The entries of a transfer sum to zero for each asset.
create or replace function transfer_balances() returns trigger language plpgsql as $$
begin
  if exists (select 1 from entry where transfer_id = new.transfer_id group by asset having sum(amount) <> 0) then
    raise exception 'transfer % does not balance', new.transfer_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
