-- Sets a stake aside for a match. Players need it available; a house account may go below zero and may hold for several
-- seats.
create or replace function hold_stake(of_match text, payer_kind text, payer_owner text, of_asset text, stake bigint, new_hold uuid)
returns boolean language plpgsql as $$
declare
  payer account;
  newest hold;
begin
  loop
    select * into payer from account a
    where a.kind = payer_kind and a.owner = payer_owner and a.asset = of_asset for update;
    exit when found;
    if payer_kind = 'player' then
      perform refuse('not-enough-coins');
    end if;
    perform make_accounts(array[payer_kind], array[payer_owner], array[of_asset]);
  end loop;
  select * into newest from hold h
  where h.account_id = payer.id and h.purpose = 'stake' and h.ref = of_match order by h.nth desc limit 1;
  if payer_kind = 'player' then
    -- Those before it are resolved, or there would be no newer one.
    if found and not exists (select from hold_resolution r where r.hold_id = newest.id) then
      raise exception 'player % holds a stake for match % already', payer_owner, of_match;
    end if;
    if payer.posted - payer.held < stake then
      perform refuse('not-enough-coins');
    end if;
  end if;
  insert into hold (id, account_id, amount, purpose, ref, nth, account_version)
  values (new_hold, payer.id, stake, 'stake', of_match, 1 + coalesce(newest.nth, 0), payer.version + 1);
  update account a set held = a.held + stake, version = a.version + 1 where a.id = payer.id;
  return true;
end $$;
