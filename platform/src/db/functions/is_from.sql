-- Whether an account is of someone in one of these countries, by what they said or by their phone.
create or replace function is_from(of_player uuid, countries text[]) returns boolean language sql stable as $$
  select exists (select from login_account a where a.player_id = of_player and a.residence = any (countries))
    or exists (select from contact c where c.player_id = of_player and c.country = any (countries))
$$;
