-- Who of these accounts is from one of these countries, by what they said or by their phone.
create or replace function those_from(of_players uuid[], countries text[]) returns setof uuid language sql stable as $$
  select a.player_id from login_account a where a.player_id = any (of_players) and a.residence = any (countries)
  union
  select c.player_id from contact c where c.player_id = any (of_players) and c.country = any (countries)
$$;
