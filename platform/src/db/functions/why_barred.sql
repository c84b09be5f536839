-- Why an account may neither stake, deposit nor be given anything now; null when it may.
create or replace function why_barred(of_player uuid, at_time timestamptz, barred_countries text[]) returns text language sql stable as $$
  select case
    when exists (
      select from play_break b where b.player_id = of_player and (b.ends_at is null or b.ends_at > at_time)
    ) then 'play-paused'
    when is_from(of_player, barred_countries) then 'country-barred'
  end
$$;
