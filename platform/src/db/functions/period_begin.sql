-- The first day of a period that this moment is in.
create or replace function period_begin(of_period text, of_time timestamptz) returns date language sql immutable as $$
  select date_trunc(of_period, of_time at time zone 'UTC')::date
$$;
