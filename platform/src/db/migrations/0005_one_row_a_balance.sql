-- A player's whole balance in one row, with one version: what is available of each asset, and what is held apart from
-- it. Each statement that changes a player's accounts carries the change over to it, in the same transaction.

create table player_balance (
  player_id text primary key,
  coin bigint not null default 0 check (coin >= 0),
  promo bigint not null default 0 check (promo >= 0),
  trial bigint not null default 0 check (trial >= 0),
  held_coin bigint not null default 0 check (held_coin >= 0),
  held_promo bigint not null default 0 check (held_promo >= 0),
  held_trial bigint not null default 0 check (held_trial >= 0),
  -- The sum of the accounts' versions, so it grows with each of their changes.
  version bigint not null default 0
) with (fillfactor = 70);

-- A player's account begins empty, so that all it ever has came by changes that are carried over.
create trigger account_begins_empty before insert on account for each row
  when (new.kind = 'player' and (new.posted, new.held, new.version) is distinct from (0, 0, 0))
  execute function refuse_account_change();

create function begin_balances() returns trigger language plpgsql as $$
begin
  insert into player_balance (player_id) select distinct owner from made where kind = 'player' order by owner
  on conflict (player_id) do nothing;
  return null;
end $$;
create trigger account_begins_balance after insert on account
  referencing new table as made for each statement execute function begin_balances();

-- Balances are locked after the accounts of their statement, in the order of their players.
create function carry_balances() returns trigger language plpgsql as $$
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
create trigger account_carries_balance after update on account
  referencing old table as before_it new table as after_it for each statement execute function carry_balances();

insert into player_balance (player_id, coin, promo, trial, held_coin, held_promo, held_trial, version)
select owner,
  coalesce(sum(posted - held) filter (where asset = 'coin'), 0),
  coalesce(sum(posted - held) filter (where asset = 'promo'), 0),
  coalesce(sum(posted - held) filter (where asset = 'trial'), 0),
  coalesce(sum(held) filter (where asset = 'coin'), 0),
  coalesce(sum(held) filter (where asset = 'promo'), 0),
  coalesce(sum(held) filter (where asset = 'trial'), 0),
  sum(version)
from account where kind = 'player' group by owner;

-- A balance changes with its accounts alone: anyone who writes it by hand is in no trigger.
create function refuse_balance_change() returns trigger language plpgsql as $$
begin
  raise exception 'a balance follows its accounts' using errcode = 'integrity_constraint_violation';
end $$;
create trigger player_balance_follows before insert or update or delete on player_balance for each row
  when (pg_trigger_depth() = 0) execute function refuse_balance_change();
create trigger player_balance_not_emptied before truncate on player_balance execute function refuse_balance_change();
