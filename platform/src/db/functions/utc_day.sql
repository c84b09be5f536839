-- The day that a time is in.
create or replace function utc_day(of_time timestamptz) returns date language sql immutable as $$
  select (of_time at time zone 'UTC')::date
$$;
