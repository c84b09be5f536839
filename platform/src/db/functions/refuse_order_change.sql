-- An order is what it was placed as; it moves along the lines of its kind, each time with one event more.
create or replace function refuse_order_change() returns trigger language plpgsql as $$
begin
  raise exception 'order % may not change from % to % like this', old.number, old.status, new.status
    using errcode = 'integrity_constraint_violation';
end $$;
