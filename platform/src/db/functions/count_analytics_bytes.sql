-- Keeps the sum of what analytics takes.
create or replace function count_analytics_bytes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update analytics_total set bytes = bytes + coalesce((select sum(e.bytes) from changed e), 0);
  else
    update analytics_total set bytes = bytes - coalesce((select sum(e.bytes) from changed e), 0);
  end if;
  return null;
end $$;
