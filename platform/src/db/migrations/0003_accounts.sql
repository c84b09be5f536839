-- Accounts: contacts, codes, sessions, avatars, currencies. An account is a player of kind 'player'; coins stay in
-- the ledger. PostgreSQL 15 and up.

-- ---- Display currencies ---------------------------------------------------------------------------------------

create table currency (
  code text primary key check (code ~ '^[A-Z]{3,5}$'),
  name text not null,
  symbol text not null,
  -- Units of the currency for one coin. It changes what is shown, never what is owned.
  rate numeric(18, 8) not null check (rate > 0),
  position int not null unique
);

insert into currency (code, name, symbol, rate, position) values
  ('CNY', 'Chinese yuan',       '¥',   1,      1),
  ('USD', 'US dollar',          '$',   0.14,   2),
  ('MYR', 'Malaysian ringgit',  'RM',  0.6,    3),
  ('JPY', 'Japanese yen',       'JP¥', 21,     4),
  ('KRW', 'South Korean won',   '₩',   195,    5),
  ('BRL', 'Brazilian real',     'R$',  0.76,   6),
  ('USDT', 'Tether',            '₮',   0.14,   7);

-- ---- Accounts -------------------------------------------------------------------------------------------------

create table login_account (
  player_id uuid primary key references player (id),
  -- Argon2id in its own text form.
  password_hash text,
  -- The payment password is hashed with a pepper from outside the database, named by its key.
  payment_hash text,
  payment_key_id text,
  payment_failures int not null default 0 check (payment_failures >= 0),
  payment_locked_until timestamptz,
  level int not null default 1 check (level >= 0),
  vip_level int not null default 0 check (vip_level >= 0),
  currency text not null default 'CNY' references currency (code),
  invitation_code text not null unique check (invitation_code ~ '^[0-9]{8}$'),
  invited_by uuid references login_account (player_id),
  -- When a credential or a contact last changed; money waits for a while after it.
  secured_at timestamptz not null,
  created_at timestamptz not null,
  check ((payment_hash is null) = (payment_key_id is null)),
  check (invited_by <> player_id)
);

-- A contact opens one account, and an account has at most one of each kind.
create table contact (
  kind text not null check (kind in ('phone', 'email')),
  value text not null,
  player_id uuid not null references login_account (player_id),
  -- Letters of the country that a phone number was given with.
  country text check (country ~ '^[A-Z]{2}$'),
  verified_at timestamptz not null,
  primary key (kind, value),
  unique (player_id, kind),
  check (case kind when 'phone' then value ~ '^\+[1-9][0-9]{6,14}$'
                   else value = lower(value) and length(value) <= 254 and country is null end)
);

-- ---- One-time codes -------------------------------------------------------------------------------------------

-- One live code for each contact, purpose and asker: asking again replaces it. Only the asker can try it.
create table one_time_code (
  kind text not null check (kind in ('phone', 'email')),
  value text not null,
  purpose text not null check (purpose in ('login', 'security', 'change')),
  -- SHA-256 of who asked: a device, an address, or an account.
  asker bytea not null check (length(asker) = 32),
  -- HMAC-SHA-256 of the code with a key from outside the database.
  mac bytea not null check (length(mac) = 32),
  tries int not null default 0 check (tries >= 0),
  sent_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > sent_at),
  primary key (kind, value, purpose, asker)
);
create index one_time_code_old on one_time_code (expires_at);

-- What is counted against a limit, for as long as it counts. `subject` is a SHA-256 of what it is.
create table counted (
  id bigint generated always as identity primary key,
  subject bytea not null check (length(subject) = 32),
  at timestamptz not null
);
create index counted_subject on counted (subject, at);
create index counted_old on counted (at);

-- ---- Devices and sessions -------------------------------------------------------------------------------------

-- Devices that have signed in to an account: strangers can't use up their codes and tries.
create table known_device (
  player_id uuid not null references login_account (player_id),
  device_hash bytea not null check (length(device_hash) = 32),
  seen_at timestamptz not null,
  primary key (player_id, device_hash)
);

create table session (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  player_id uuid not null references login_account (player_id),
  -- The token in force says this number. The one before it is worth something until its successor is used.
  counter int not null default 1 check (counter >= 1),
  issued_at timestamptz not null,
  previous_issued_at timestamptz,
  used_at timestamptz,
  user_agent text not null check (length(user_agent) <= 300),
  address text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed-out', 'ended', 'everywhere', 'password', 'reuse')),
  check ((counter = 1) = (previous_issued_at is null)),
  check ((ended_at is null) = (end_reason is null))
);
create index session_of on session (player_id) where ended_at is null;
create index session_old on session (issued_at);

-- What has ended stays ended.
create function refuse_revival() returns trigger language plpgsql as $$
begin
  raise exception 'session % has ended', old.id using errcode = 'integrity_constraint_violation';
end $$;
create trigger session_stays_ended before update on session for each row
  when (old.ended_at is not null) execute function refuse_revival();

-- ---- Uploaded avatars -----------------------------------------------------------------------------------------

create table avatar_image (
  id uuid primary key,
  -- The newest upload replaces the one before.
  player_id uuid not null unique references login_account (player_id),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/gif')),
  content bytea not null check (length(content) between 1 and 5242880),
  uploaded_at timestamptz not null
);
