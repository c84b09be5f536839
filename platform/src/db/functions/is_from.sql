-- Whether an account is of someone in one of these countries, by what they said or by their phone.
create or replace function is_from(of_player uuid, countries text[]) returns boolean language sql stable as $$
  select exists (select from those_from(array[of_player], countries))
$$;
