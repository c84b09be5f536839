-- Why someone may not take a seat with this stake; null when they may. Guests have no account and stake nothing of worth.
create or replace function why_no_stake(of_player uuid, of_asset text, stake bigint, at_time timestamptz, barred_countries text[])
returns text language sql stable as $$
  select coalesce(
    case when a.blocked_at is not null then 'account-blocked' end,
    why_barred(of_player, at_time, barred_countries),
    case
      when of_asset = 'trial' then null
      when a.adult_at is null then 'adult-unconfirmed'
      when of_asset = 'coin' and exists (select from passed_limit(of_player, 'loss', stake, at_time)) then 'loss-limit'
    end
  )
  from login_account a where a.player_id = of_player
$$;
