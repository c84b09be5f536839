-- What a decision does besides its journal row, as functions: a call of several of them in one statement is a whole
-- transaction in one round trip. Each does its work whole, or raises and so takes back what the statement did before.

-- Refusals that a caller can act on, told as an error of our own; its message is the reason.
create function refuse(reason text) returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'MF001', message = reason;
end $$;

-- ---- Ledger ---------------------------------------------------------------------------------------------------
-- Accounts are locked in the order of their ids, house accounts last: many want them, so they are locked as late as
-- can be.

-- Makes the accounts that don't exist yet. Sorted, so that two that make the same wait for each other in one direction only.
create function make_accounts(kinds text[], owners text[], assets text[]) returns void language sql as $$
  insert into account (kind, owner, asset)
  select kind, owner, asset from unnest(kinds, owners, assets) as named (kind, owner, asset)
  order by kind, owner, asset
  on conflict (kind, owner, asset) do nothing
$$;

-- Fills a player's trial coins up to an amount available, at most once for each key. Who has enough gets nothing, and
-- the key can still be used.
create function refill_trial(player text, fill_to bigint, key text, new_transfer uuid, hash bytea)
returns boolean language plpgsql as $$
declare
  target account;
  missing bigint;
begin
  loop
    select * into target from account a where a.kind = 'player' and a.owner = player and a.asset = 'trial' for update;
    exit when found and exists (select from account a where a.kind = 'house' and a.owner = 'trial' and a.asset = 'trial');
    perform make_accounts(array['player', 'house'], array[player, 'trial'], array['trial', 'trial']);
  end loop;
  missing := fill_to - (target.posted - target.held);
  if missing <= 0 then
    return true;
  end if;
  insert into transfer (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
  values (new_transfer, 'refill', 'refill/' || player, key, hash, 'player', player, 'refill/' || key, 'platform')
  on conflict do nothing;
  if not found then
    return true;
  end if;
  with given as (
    update account a set posted = a.posted + missing, version = a.version + 1
    where a.id = target.id
    returning a.id, missing as amount, a.posted, a.version
  ), taken as (
    update account a set posted = a.posted - given.amount, version = a.version + 1
    from given where a.kind = 'house' and a.owner = 'trial' and a.asset = 'trial'
    returning a.id, -given.amount as amount, a.posted, a.version
  )
  insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
  select new_transfer, part.id, 'trial', part.amount, part.posted, part.version
  from (select * from given union all select * from taken) part;
  return true;
end $$;

-- The match's holds that are neither captured nor released.
create function open_stakes(of_match text)
returns table (id uuid, account_id bigint, amount bigint, nth int, kind text, owner text, asset text)
language sql stable as $$
  select h.id, h.account_id, h.amount, h.nth, a.kind, a.owner, a.asset
  from hold h join account a on a.id = h.account_id
  where h.purpose = 'stake' and h.ref = of_match
    and not exists (select from hold_resolution r where r.hold_id = h.id)
$$;

-- Sets a stake aside for a match. Players need it available; a house account may go below zero and may hold for several
-- seats.
create function hold_stake(of_match text, payer_kind text, payer_owner text, of_asset text, stake bigint, new_hold uuid)
returns boolean language plpgsql as $$
declare
  payer account;
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
  if payer_kind = 'player' then
    if exists (
      select from hold h where h.account_id = payer.id and h.purpose = 'stake' and h.ref = of_match
      and not exists (select from hold_resolution r where r.hold_id = h.id)
    ) then
      raise exception 'player % holds a stake for match % already', payer_owner, of_match;
    end if;
    if payer.posted - payer.held < stake then
      perform refuse('not-enough-coins');
    end if;
  end if;
  insert into hold (id, account_id, amount, purpose, ref, nth, account_version)
  select new_hold, payer.id, stake, 'stake', of_match, 1 + count(*), payer.version + 1
  from hold h where h.account_id = payer.id and h.purpose = 'stake' and h.ref = of_match;
  update account a set held = a.held + stake, version = a.version + 1 where a.id = payer.id;
  return true;
end $$;

-- Releases all open holds of a match, or with names those of the named parties: the newest hold each time a party is
-- named. Nothing happens for a party that holds nothing.
create function release_stakes(of_match text, kinds text[], owners text[]) returns boolean language plpgsql as $$
begin
  with open_hold as materialized (
    select * from open_stakes(of_match)
  ), named as (
    select n.kind, n.owner, count(*) as times from unnest(kinds, owners) as n (kind, owner) group by n.kind, n.owner
  ), chosen as materialized (
    select o.id, o.account_id, o.amount
    from (select *, row_number() over (partition by open_hold.account_id order by open_hold.nth desc) as newest from open_hold) o
    where kinds is null
       or exists (select from named n where n.kind = o.kind and n.owner = o.owner and o.newest <= n.times)
  ), payer as materialized (
    select a.id from account a where a.id in (select chosen.account_id from chosen)
    order by a.kind = 'house', a.id for update
  ), changed as (
    update account a set held = a.held - total.amount, version = a.version + 1
    from payer, (select c.account_id, sum(c.amount)::bigint as amount from chosen c group by c.account_id) total
    where a.id = payer.id and total.account_id = payer.id
    returning a.id, a.version
  )
  insert into hold_resolution (hold_id, outcome, account_version)
  select chosen.id, 'released', changed.version from chosen join changed on changed.id = chosen.account_id;
  return true;
end $$;

-- Moves every hold of the match into its escrow, in one transfer. Opening the same escrow twice breaks a constraint.
create function capture_stakes(of_match text, of_asset text, new_transfer uuid, hash bytea)
returns boolean language plpgsql as $$
begin
  with open_hold as materialized (
    select * from open_stakes(of_match) o where o.asset = of_asset
  ), payer as materialized (
    select a.id from account a where a.id in (select open_hold.account_id from open_hold)
    order by a.kind = 'house', a.id for update
  ), paid as (
    update account a
    set posted = a.posted - total.amount, held = a.held - total.amount, version = a.version + 1
    from payer, (select o.account_id, sum(o.amount)::bigint as amount from open_hold o group by o.account_id) total
    where a.id = payer.id and total.account_id = payer.id
    returning a.id, total.amount, a.posted, a.version
  ), escrow as (
    insert into account (kind, owner, asset, posted, version)
    select 'match', of_match, of_asset, sum(paid.amount)::bigint, 1 from paid having count(*) > 0
    returning id, posted
  ), moved as (
    insert into transfer
      (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
    select new_transfer, 'stakes', 'match', of_match || '/started', hash, 'match', of_match, 'started', 'match host' from escrow
    returning id
  ), written as (
    insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
    select moved.id, paid.id, of_asset, -paid.amount, paid.posted, paid.version from paid, moved
    union all
    select moved.id, escrow.id, of_asset, escrow.posted, escrow.posted, 1 from escrow, moved
  )
  insert into hold_resolution (hold_id, outcome, transfer_id, account_version)
  select o.id, 'captured', moved.id, paid.version from open_hold o join paid on paid.id = o.account_id, moved;
  if not found then
    raise exception 'match % has no stakes in % to capture', of_match, of_asset;
  end if;
  return true;
end $$;

-- Empties the match's escrow to the named parties, in one transfer, and closes it. The same payout again does nothing.
create function pay_out(
  of_match text, of_asset text, kinds text[], owners text[], amounts bigint[], new_transfer uuid, of_step text, hash bytea
) returns boolean language plpgsql as $$
declare
  escrow account;
  total bigint := (select coalesce(sum(amount), 0) from unnest(amounts) as amount);
  earlier transfer;
begin
  select * into escrow from account a
  where a.kind = 'match' and a.owner = of_match and a.asset = of_asset and not a.closed for update;
  if not found then
    select * into earlier from transfer t
    where t.ref_type = 'match' and t.ref_id = of_match and t.step in ('settled', 'voided') and t.outcome = 'posted';
    if not found then
      raise exception 'match % has no stakes to pay out', of_match;
    end if;
    if earlier.step <> of_step or earlier.request_hash <> hash then
      raise exception 'match % was % before, otherwise than asked for now', of_match, earlier.step;
    end if;
    return true;
  end if;
  if escrow.posted <> total or total = 0 then
    raise exception 'match %: payouts and rake are % and the escrow holds %', of_match, total, escrow.posted;
  end if;
  insert into transfer (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
  values (new_transfer, of_step, 'match', of_match || '/' || of_step, hash, 'match', of_match, of_step, 'match host');
  loop
    with due as materialized (
      select d.kind, d.owner, sum(d.amount)::bigint as amount
      from unnest(kinds, owners, amounts) as d (kind, owner, amount) group by d.kind, d.owner
    ), payee as materialized (
      select a.id, due.amount from due join account a on a.kind = due.kind and a.owner = due.owner and a.asset = of_asset
      where (select count(*) from due) =
        (select count(*) from due join account b on b.kind = due.kind and b.owner = due.owner and b.asset = of_asset)
      order by a.kind = 'house', a.id for update of a
    ), paid as (
      update account a set posted = a.posted + payee.amount, version = a.version + 1
      from payee where a.id = payee.id
      returning a.id, payee.amount, a.posted, a.version
    )
    insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
    select new_transfer, paid.id, of_asset, paid.amount, paid.posted, paid.version from paid;
    exit when found;
    perform make_accounts(kinds, owners, array_fill(of_asset, array[cardinality(kinds)]));
  end loop;
  update account a set posted = 0, closed = true, version = a.version + 1 where a.id = escrow.id;
  insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
  values (new_transfer, escrow.id, of_asset, -escrow.posted, 0, escrow.version + 1);
  return true;
end $$;

-- ---- Journal --------------------------------------------------------------------------------------------------

-- Holds the lease's row until the end of the transaction; refuses when the shard is another node's.
create function hold_lease(of_shard int, of_epoch bigint) returns boolean language plpgsql as $$
begin
  perform 1 from shard_lease l where l.shard = of_shard and l.epoch = of_epoch for share;
  if not found then
    perform refuse('fenced');
  end if;
  return true;
end $$;

create function append_decision(
  of_match text, first_seq int, of_epoch bigint, by_seat int, command text, hash bytea, what jsonb, decided_at timestamptz
) returns boolean language plpgsql as $$
begin
  insert into match_decision (match_id, seq, epoch, seat, command_id, request_hash, events, at)
  values (of_match, first_seq, of_epoch, by_seat, command, hash, what, decided_at)
  on conflict do nothing;
  if not found then
    perform refuse('conflict');
  end if;
  return true;
end $$;

create function take_seat(of_player uuid, of_match text, of_seat int) returns boolean language plpgsql as $$
begin
  insert into seated (player_id, match_id, seat) values (of_player, of_match, of_seat)
  on conflict (player_id) do nothing;
  if not found then
    perform refuse('seated-elsewhere');
  end if;
  return true;
end $$;

-- Frees one seat, or with null every seat of the match.
create function free_seats(of_match text, of_seat int) returns boolean language plpgsql as $$
begin
  delete from seated s where s.match_id = of_match and (of_seat is null or s.seat = of_seat);
  return true;
end $$;

create function set_phase(of_match text, new_phase text, ended timestamptz) returns boolean language plpgsql as $$
begin
  update match m set phase = new_phase, ended_at = ended where m.id = of_match;
  return true;
end $$;

create function append_log(
  of_shard int, at_position int, of_kind text, of_match text, what text, its_hash text, logged_at timestamptz
) returns boolean language plpgsql as $$
begin
  insert into fairness_log (shard, position, kind, match_id, document, hash, at)
  values (of_shard, at_position, of_kind, of_match, what, its_hash, logged_at);
  return true;
end $$;

create function open_match(
  new_match text, of_shard int, of_game text, of_asset text, of_stake bigint, of_seats int, of_rules jsonb, commitment text,
  opened timestamptz, of_key text, sealed_secret bytea
) returns boolean language plpgsql as $$
begin
  insert into match (id, shard, game_id, asset, stake, seats, rules, server_commit, opened_at)
  values (new_match, of_shard, of_game, of_asset, of_stake, of_seats, of_rules, commitment, opened);
  insert into match_secret (match_id, key_id, sealed) values (new_match, of_key, sealed_secret);
  return true;
end $$;
