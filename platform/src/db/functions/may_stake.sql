-- Refuses a seat that an account may not take. The account's row is held to the end of the transaction, and whatever
-- changes what it may do holds it alone: a seat is either taken before such a change, or not at all.
create or replace function may_stake(of_player uuid, of_asset text, stake bigint, at_time timestamptz, barred_countries text[])
returns boolean language plpgsql as $$
declare
  reason text;
begin
  perform from login_account a where a.player_id = of_player for share;
  reason := why_no_stake(of_player, of_asset, stake, at_time, barred_countries);
  if reason is not null then
    perform refuse(reason);
  end if;
  return true;
end $$;
