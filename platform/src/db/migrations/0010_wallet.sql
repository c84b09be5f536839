-- The wallet: channels with their limits and rates, orders with their events, destinations, proofs, the payment
-- provider; and the staff who decide. PostgreSQL 15 and up.

-- ---- Currencies and channels ----------------------------------------------------------------------------------

-- Decimals of its smallest unit, in which sums are kept.
alter table currency add column decimals int not null default 2 check (decimals between 0 and 8);
update currency set decimals = 0 where code in ('JPY', 'KRW');

-- A way for money to come in or go out in one currency: editable on the desk, kept by orders as it was.
create table payment_channel (
  direction text not null check (direction in ('deposit', 'withdrawal')),
  method text not null check (method in ('alipay', 'usdt', 'bank', 'checkout')),
  currency text not null references currency (code),
  position int not null,
  is_open boolean not null default true,
  -- Coins an order may be of.
  least bigint not null check (least > 0),
  most bigint not null check (most >= least),
  -- Units of the currency for one coin.
  rate numeric(18, 8) not null check (rate > 0),
  fee_bps int not null check (fee_bps between 0 and 10000),
  -- Of a deposit in smallest units of the currency, of a withdrawal in coins.
  fee_fixed bigint not null check (fee_fixed >= 0),
  -- Where a deposit is paid to; a manual method without it is not offered.
  pay_to jsonb,
  version int not null default 1,
  primary key (direction, method, currency),
  unique (direction, position),
  check (direction = 'deposit' or (method <> 'checkout' and pay_to is null))
);

insert into payment_channel (direction, method, currency, position, least, most, rate, fee_bps, fee_fixed) values
  ('deposit',    'alipay',   'CNY',  1, 100,  50000, 1,    120, 0),
  ('deposit',    'usdt',     'USDT', 2, 100, 100000, 0.14, 0,   0),
  ('deposit',    'bank',     'CNY',  3, 500, 200000, 1,    0,   600),
  ('deposit',    'bank',     'MYR',  4, 500, 100000, 0.6,  0,   300),
  ('deposit',    'checkout', 'USD',  5, 50,   20000, 0.14, 290, 30),
  ('withdrawal', 'alipay',   'CNY',  1, 100,  50000, 1,    100, 0),
  ('withdrawal', 'usdt',     'USDT', 2, 100,  20000, 0.14, 100, 0),
  ('withdrawal', 'bank',     'CNY',  3, 200, 100000, 1,    50,  5),
  ('withdrawal', 'bank',     'MYR',  4, 200,  30000, 0.6,  50,  5);

-- ---- Destinations ---------------------------------------------------------------------------------------------

create table payout_destination (
  id uuid primary key,
  player_id uuid not null references login_account (player_id),
  method text not null check (method in ('alipay', 'usdt', 'bank')),
  currency text not null references currency (code),
  network text check (network in ('TRC20', 'ERC20')),
  details jsonb not null,
  -- SHA-256 of where the money would go, no matter who saved it.
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null,
  removed_at timestamptz,
  check ((network is not null) = (method = 'usdt'))
);
create unique index payout_destination_once on payout_destination (player_id, fingerprint) where removed_at is null;
create index payout_destination_shared on payout_destination (fingerprint);

-- ---- Orders ---------------------------------------------------------------------------------------------------

create table wallet_order (
  id uuid primary key,
  kind text not null check (kind in ('deposit', 'withdrawal')),
  -- What people call it.
  number text not null unique check (number ~ '^[DW][0-9]{5}-[0-9]{4}$'),
  player_id uuid not null references login_account (player_id),
  -- The client's key for the request, and what was asked with it.
  request_key uuid not null,
  request_hash bytea not null check (length(request_hash) = 32),
  method text not null check (method in ('alipay', 'usdt', 'bank', 'checkout')),
  network text check (network in ('TRC20', 'ERC20')),
  currency text not null references currency (code),
  decimals int not null,
  rate numeric(18, 8) not null check (rate > 0),
  -- Coins: what is credited, or what is taken; and of it what the house keeps.
  amount bigint not null check (amount > 0),
  fee_coins bigint not null default 0 check (fee_coins >= 0 and fee_coins < amount),
  -- Smallest units of the currency: worth, fee, and what is paid in all or paid out.
  fiat bigint not null check (fiat > 0),
  fee_fiat bigint not null default 0 check (fee_fiat >= 0),
  total_fiat bigint not null check (total_fiat = fiat + fee_fiat),
  -- What the payer writes beside the payment, so that it is found.
  remark text not null,
  pay_to jsonb,
  destination_id uuid references payout_destination (id),
  destination jsonb,
  status text not null,
  -- Why it ended without success, and what staff said of it.
  reason text check (reason in ('expired', 'declined', 'refused')),
  reason_text text,
  -- The payment as the bank, the chain or the provider names it: each pays for one order.
  reference text,
  created_at timestamptz not null,
  expires_at timestamptz,
  ended_at timestamptz,
  -- Counts its events.
  version int not null default 1,
  unique (player_id, request_key),
  check (status in ('submitted', 'paid', 'reviewing', 'completed', 'failed', 'pending', 'rejected')),
  check (case kind when 'deposit' then status not in ('pending', 'rejected') and fee_coins = 0 and destination is null
                     and expires_at is not null
                   else status in ('pending', 'completed', 'rejected') and fee_fiat = 0 and destination is not null
                     and destination_id is not null and pay_to is null and expires_at is null end),
  check ((network is not null) = (method = 'usdt')),
  check ((ended_at is not null) = (status in ('completed', 'failed', 'rejected'))),
  check ((reason is not null) = (status in ('failed', 'rejected')))
);
create unique index wallet_order_paid_once on wallet_order (kind, method, reference) where reference is not null;
create index wallet_order_of on wallet_order (player_id, created_at desc, id desc);
create index wallet_order_queue on wallet_order (kind, status, created_at, id);
create index wallet_order_expiring on wallet_order (expires_at) where status = 'submitted';

create table wallet_order_event (
  order_id uuid not null references wallet_order (id),
  nth int not null check (nth >= 1),
  status text not null,
  -- Who did it: a player or a member of staff by id, a provider by name, or the clock.
  actor_kind text not null check (actor_kind in ('player', 'staff', 'provider', 'clock')),
  actor text not null,
  reason text,
  at timestamptz not null,
  primary key (order_id, nth)
);
create trigger wallet_order_event_append_only before update or delete on wallet_order_event for each row execute function refuse_change();
create trigger wallet_order_event_not_emptied before truncate on wallet_order_event execute function refuse_change();

-- An order is what it was placed as; it moves along the lines of its kind, each time with one event more.
create function refuse_order_change() returns trigger language plpgsql as $$
begin
  raise exception 'order % may not change from % to % like this', old.number, old.status, new.status
    using errcode = 'integrity_constraint_violation';
end $$;
create trigger wallet_order_moves before update on wallet_order for each row
  when (
    (new.id, new.kind, new.number, new.player_id, new.request_key, new.request_hash, new.method, new.network, new.currency,
     new.decimals, new.rate, new.amount, new.fee_coins, new.fiat, new.fee_fiat, new.remark, new.pay_to, new.destination_id,
     new.destination, new.created_at, new.expires_at)
    is distinct from
    (old.id, old.kind, old.number, old.player_id, old.request_key, old.request_hash, old.method, old.network, old.currency,
     old.decimals, old.rate, old.amount, old.fee_coins, old.fiat, old.fee_fiat, old.remark, old.pay_to, old.destination_id,
     old.destination, old.created_at, old.expires_at)
    or new.version <> old.version + 1
    or (old.status, new.status) not in (
      ('submitted', 'paid'), ('submitted', 'failed'), ('paid', 'reviewing'),
      ('reviewing', 'completed'), ('reviewing', 'failed'),
      ('pending', 'completed'), ('pending', 'rejected'))
  )
  execute function refuse_order_change();
create trigger wallet_order_begins before insert on wallet_order for each row
  when (new.version <> 1 or new.status not in ('submitted', 'pending')) execute function refuse_change();
create trigger wallet_order_stays before delete on wallet_order for each row execute function refuse_change();
create trigger wallet_order_not_emptied before truncate on wallet_order execute function refuse_change();

create table payment_proof (
  id uuid primary key,
  order_id uuid not null references wallet_order (id),
  -- Of the file as it was sent, to know it again.
  sha256 bytea not null check (length(sha256) = 32),
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp')),
  content bytea not null check (length(content) between 1 and 5242880),
  uploaded_at timestamptz not null,
  unique (order_id, sha256)
);
create index payment_proof_seen on payment_proof (sha256);

-- ---- The payment provider -------------------------------------------------------------------------------------

-- A payment window of an order, as the provider knows it.
create table checkout_session (
  order_id uuid primary key references wallet_order (id),
  provider text not null,
  reference text not null,
  url text not null,
  opened_at timestamptz not null,
  unique (provider, reference)
);

-- Every event a provider told, once each, and the outcome.
create table provider_event (
  provider text not null,
  event_id text not null,
  order_id uuid references wallet_order (id),
  kind text not null,
  outcome text not null,
  at timestamptz not null,
  primary key (provider, event_id)
);
-- Deliveries that were taken, by their signature: the same one again is a replay.
create table provider_delivery (
  provider text not null,
  signature bytea not null,
  event_id text not null,
  signed_at timestamptz not null,
  primary key (provider, signature)
);
create index provider_delivery_old on provider_delivery (signed_at);

-- What the sandbox provider remembers of its own, as a real one would elsewhere.
create table sandbox_checkout (
  reference text primary key,
  order_number text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  decimals int not null,
  status text not null default 'open' check (status in ('open', 'paid', 'declined')),
  expires_at timestamptz not null,
  -- The event it owes the platform, and when that was taken.
  event_id text,
  told_at timestamptz
);
create index sandbox_checkout_owed on sandbox_checkout (reference) where event_id is not null and told_at is null;

-- ---- Staff ----------------------------------------------------------------------------------------------------

create table staff (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 254),
  name text not null check (length(name) between 1 and 60),
  role text not null check (role in ('support', 'finance', 'admin')),
  -- Argon2id in its own text form.
  password_hash text not null,
  -- The secret of the second factor, sealed with a key from outside the database.
  totp_key_id text not null,
  totp_sealed bytea not null,
  -- The last time step whose code was used: each code is good once.
  totp_step bigint not null default 0,
  created_at timestamptz not null,
  disabled_at timestamptz
);

create table staff_session (
  -- SHA-256 of the token.
  token_hash bytea primary key check (length(token_hash) = 32),
  staff_id uuid not null references staff (id),
  address text not null,
  user_agent text not null check (length(user_agent) <= 300),
  created_at timestamptz not null,
  used_at timestamptz not null,
  ended_at timestamptz
);
create index staff_session_of on staff_session (staff_id) where ended_at is null;

-- Approvals of an order: one a person.
create table wallet_order_approval (
  order_id uuid not null references wallet_order (id),
  staff_id uuid not null references staff (id),
  reference text not null,
  at timestamptz not null,
  primary key (order_id, staff_id)
);
create trigger wallet_order_approval_append_only before update or delete on wallet_order_approval for each row execute function refuse_change();
create trigger wallet_order_approval_not_emptied before truncate on wallet_order_approval execute function refuse_change();

create table desk_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null for what is done outside the desk, by anyone who runs the program.
  staff_id uuid references staff (id),
  action text not null,
  subject_type text not null,
  subject_id text not null,
  reason text,
  before jsonb,
  after jsonb,
  address text not null
);
create index desk_audit_of on desk_audit (subject_type, subject_id, id desc);
create trigger desk_audit_append_only before update or delete on desk_audit for each row execute function refuse_change();
create trigger desk_audit_not_emptied before truncate on desk_audit execute function refuse_change();

-- ---- Codes for withdrawals ------------------------------------------------------------------------------------

alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in ('login', 'security', 'change', 'withdrawal'));

-- ---- Ledger: holds that are no stakes ---------------------------------------------------------------------------

-- Sets coins of a player aside. They need to be available.
create function hold_coins(of_player text, of_asset text, how_many bigint, for_purpose text, for_ref text, new_hold uuid)
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

-- The one open hold of a purpose and reference, with its account locked.
create function lock_hold(for_purpose text, for_ref text) returns hold language plpgsql as $$
declare
  found_hold hold;
begin
  perform 1 from account a
  where a.id in (select h.account_id from hold h where h.purpose = for_purpose and h.ref = for_ref) for update;
  select h.* into strict found_hold from hold h
  where h.purpose = for_purpose and h.ref = for_ref
    and not exists (select from hold_resolution r where r.hold_id = h.id);
  return found_hold;
end $$;

-- Gives back what was held. Fails when nothing is.
create function release_hold(for_purpose text, for_ref text) returns boolean language plpgsql as $$
declare
  it hold := lock_hold(for_purpose, for_ref);
begin
  update account a set held = a.held - it.amount, version = a.version + 1 where a.id = it.account_id;
  insert into hold_resolution (hold_id, outcome, account_version)
  select it.id, 'released', a.version from account a where a.id = it.account_id;
  return true;
end $$;

-- Moves all that was held to the named accounts, in one transfer. Fails when nothing is held, or another amount.
create function capture_hold(
  for_purpose text, for_ref text, kinds text[], owners text[], amounts bigint[],
  new_transfer uuid, of_step text, hash bytea, by_actor text
) returns boolean language plpgsql as $$
declare
  it hold;
  of_asset text;
begin
  select a.asset into strict of_asset from hold h join account a on a.id = h.account_id
  where h.purpose = for_purpose and h.ref = for_ref;
  perform make_accounts(kinds, owners, array_fill(of_asset, array[cardinality(kinds)]));
  it := lock_hold(for_purpose, for_ref);
  if it.amount <> (select sum(amount) from unnest(amounts) as amount) then
    raise exception '% %: the hold is %', for_purpose, for_ref, it.amount;
  end if;
  insert into transfer (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
  values (new_transfer, for_purpose, for_purpose, for_ref || '/' || of_step, hash, for_purpose, for_ref, of_step, by_actor);
  with paid as (
    update account a set posted = a.posted - it.amount, held = a.held - it.amount, version = a.version + 1
    where a.id = it.account_id
    returning a.id, a.posted, a.version
  ), written as (
    insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
    select new_transfer, paid.id, of_asset, -it.amount, paid.posted, paid.version from paid
  )
  insert into hold_resolution (hold_id, outcome, transfer_id, account_version)
  select it.id, 'captured', new_transfer, paid.version from paid;
  with payee as materialized (
    select a.id, due.amount from unnest(kinds, owners, amounts) as due (kind, owner, amount)
    join account a on a.kind = due.kind and a.owner = due.owner and a.asset = of_asset
    order by a.kind = 'house', a.id for update of a
  ), credited as (
    update account a set posted = a.posted + payee.amount, version = a.version + 1
    from payee where a.id = payee.id
    returning a.id, payee.amount, a.posted, a.version
  )
  insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
  select new_transfer, c.id, of_asset, c.amount, c.posted, c.version from credited c;
  return true;
end $$;
