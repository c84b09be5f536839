-- Why an account may neither stake, deposit nor be given anything now; null when it may.
create or replace function why_barred(of_player uuid, at_time timestamptz, barred_countries text[]) returns text language sql stable as $$
  select reason from those_barred(array[of_player], at_time, barred_countries)
$$;
