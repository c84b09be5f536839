-- Refusals that a caller can act on, told as an error of our own; its message is the reason.
create or replace function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'MF001', message = reason;
end $$;
