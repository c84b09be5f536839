-- The one open hold of a purpose and reference, with its account locked.
create or replace function lock_hold(for_purpose text, for_ref text) returns hold language plpgsql as $$
declare
  found_hold hold;
begin
  perform 1 from account a
  where a.id in (select h.account_id from hold h where h.purpose = for_purpose and h.ref = for_ref) for update;
  select h.* into strict found_hold from hold h
  where h.purpose = for_purpose and h.ref = for_ref
    and not exists (select from hold_resolution r where r.hold_id = h.id);
  return found_hold;
end $$;
