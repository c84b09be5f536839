-- Sets coins of a player aside. They need to be available.
create or replace function hold_coins(of_player text, of_asset text, how_many bigint, for_purpose text, for_ref text, new_hold uuid)
returns boolean language plpgsql as $$
declare
  payer account;
begin
  select * into payer from account a where a.kind = 'player' and a.owner = of_player and a.asset = of_asset for update;
  if not found or payer.posted - payer.held < how_many then
    perform refuse('not-enough-coins');
  end if;
  insert into hold (id, account_id, amount, purpose, ref, account_version)
  values (new_hold, payer.id, how_many, for_purpose, for_ref, payer.version + 1);
  update account a set held = a.held + how_many, version = a.version + 1 where a.id = payer.id;
  return true;
end $$;
