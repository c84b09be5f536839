-- Gives every player who gets an account the row that all their balances are kept in.
create or replace function begin_balances() returns trigger language plpgsql as $$
begin
  insert into player_balance (player_id) select distinct owner from made where kind = 'player' order by owner
  on conflict (player_id) do nothing;
  return null;
end $$;
