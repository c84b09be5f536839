-- Gives back what was held. Fails when nothing is.
create or replace function release_hold(for_purpose text, for_ref text) returns boolean language plpgsql as $$
declare
  it hold := lock_hold(for_purpose, for_ref);
begin
  update account a set held = a.held - it.amount, version = a.version + 1 where a.id = it.account_id;
  insert into hold_resolution (hold_id, outcome, account_version)
  select it.id, 'released', a.version from account a where a.id = it.account_id;
  return true;
end $$;
