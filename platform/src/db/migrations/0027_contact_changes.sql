-- Programs that know schema 0022 go on.
-- Changes of an account's contacts, which the contacts from before can undo for a while.

create table contact_change (
  -- In the order they were made.
  id bigint generated always as identity primary key,
  player_id uuid not null references login_account (player_id),
  kind text not null check (kind in ('phone', 'email')),
  -- What it was before; null where there was none of this kind.
  old_value text,
  old_country text,
  old_settles_at timestamptz,
  new_value text not null,
  at timestamptz not null,
  -- Until then it can be undone, and no other account can have the old contact.
  undo_until timestamptz not null check (undo_until > at),
  undone_at timestamptz
);
create index contact_change_of on contact_change (player_id, id);
create index contact_change_old on contact_change (kind, old_value) where undone_at is null;

-- What the links that undo a change are known by: SHA-256 of the token in each.
create table contact_undo (
  token_hash bytea primary key check (length(token_hash) = 32),
  change_id bigint not null references contact_change (id) on delete cascade
);
create index contact_undo_of on contact_undo (change_id);

-- Until then no withdrawal goes out, as a change was undone.
alter table login_account add column withdrawals_stopped_until timestamptz;

alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check
  check (end_reason in ('signed-out', 'ended', 'everywhere', 'password', 'reuse', 'staff', 'blocked', 'undone'));
