-- A balance changes with its accounts alone: anyone who writes it by hand is in no trigger.
create or replace function refuse_balance_change() returns trigger language plpgsql as $$
begin
  raise exception 'a balance follows its accounts' using errcode = 'integrity_constraint_violation';
end $$;
