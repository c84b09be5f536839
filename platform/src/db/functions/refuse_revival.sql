-- What has ended stays ended.
create or replace function refuse_revival() returns trigger language plpgsql as $$
begin
  raise exception 'session % has ended', old.id using errcode = 'integrity_constraint_violation';
end $$;
