-- An account is whose it is for ever; each change counts one up; a closed one is done with.
create or replace function refuse_account_change() returns trigger language plpgsql as $$
begin
  raise exception 'account % may not change like this', old.id using errcode = 'integrity_constraint_violation';
end $$;
