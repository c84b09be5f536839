-- Balances are locked after the accounts of their statement, in the order of their players.
create or replace function carry_balances() returns trigger language plpgsql as $$
declare
  step record;
begin
  for step in
    select n.owner, n.asset, n.version - o.version as changes,
      (n.posted - n.held) - (o.posted - o.held) as available, n.held - o.held as held
    from after_it n join before_it o on o.id = n.id where n.kind = 'player' order by n.owner
  loop
    update player_balance b set
      coin = b.coin + case step.asset when 'coin' then step.available else 0 end,
      promo = b.promo + case step.asset when 'promo' then step.available else 0 end,
      trial = b.trial + case step.asset when 'trial' then step.available else 0 end,
      held_coin = b.held_coin + case step.asset when 'coin' then step.held else 0 end,
      held_promo = b.held_promo + case step.asset when 'promo' then step.held else 0 end,
      held_trial = b.held_trial + case step.asset when 'trial' then step.held else 0 end,
      version = b.version + step.changes
    where b.player_id = step.owner;
  end loop;
  return null;
end $$;
