-- The desk's look at players: accounts that are blocked, notes, and what a search reads. PostgreSQL 15 and up.

-- ---- Blocking -------------------------------------------------------------------------------------------------

-- Anyone who changes it holds the row alone.
alter table login_account
  add column blocked_at timestamptz,
  add column blocked_by uuid references staff (id),
  -- Why, for staff; and what the owner reads where they sign in.
  add column blocked_reason text,
  add column blocked_text text,
  add constraint login_account_blocked check (num_nonnulls(blocked_at, blocked_by, blocked_reason, blocked_text) in (0, 4));

alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check
  check (end_reason in ('signed-out', 'ended', 'everywhere', 'password', 'reuse', 'staff', 'blocked'));
-- An account's latest sessions, those that have ended too.
create index session_newest on session (player_id, created_at desc);

-- Opens a session on a device, which is known from then on, and keeps the language of its page where it tells one. An
-- account that is blocked opens none: a session is there before a block, which ends it, or not at all.
drop function open_session(text, uuid, bytea, text, text, timestamptz, bigint[]);
create function open_session(
  session_id text, player uuid, device bytea, agent text, from_address text, opened_at timestamptz, uncounted bigint[],
  page_language text
) returns void language plpgsql as $$
begin
  perform from login_account a where a.player_id = player and a.blocked_at is null for no key update;
  if not found then
    perform refuse('account-blocked');
  end if;
  update login_account set language = page_language where player_id = player and language <> page_language;
  insert into session (id, player_id, issued_at, created_at, user_agent, address)
  values (session_id, player, opened_at, opened_at, agent, from_address);
  insert into known_device (player_id, device_hash, seen_at) values (player, device, opened_at)
  on conflict (player_id, device_hash) do update set seen_at = excluded.seen_at;
  delete from counted where id = any (uncounted);
end $$;

-- Why someone may not take a seat with this stake; null when they may. Guests have no account and stake nothing of worth.
create or replace function why_no_stake(of_player uuid, of_asset text, stake bigint, at_time timestamptz, barred_countries text[])
returns text language sql stable as $$
  select coalesce(
    case when a.blocked_at is not null then 'account-blocked' end,
    why_barred(of_player, at_time, barred_countries),
    case
      when of_asset = 'trial' then null
      when a.adult_at is null then 'adult-unconfirmed'
      when of_asset = 'coin' and exists (select from passed_limit(of_player, 'loss', stake, at_time)) then 'loss-limit'
    end
  )
  from login_account a where a.player_id = of_player
$$;

-- ---- Notes ----------------------------------------------------------------------------------------------------

-- What staff write of a player, an account or a guest, for each other.
create table player_note (
  -- Drawn by the writer: the same id is the same note.
  id uuid primary key,
  player_id uuid not null references player (id),
  staff_id uuid not null references staff (id),
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null
);
create index player_note_of on player_note (player_id, created_at desc, id desc);
create trigger player_note_append_only before update or delete on player_note for each row execute function refuse_change();
create trigger player_note_not_emptied before truncate on player_note execute function refuse_change();

-- ---- Search ---------------------------------------------------------------------------------------------------

-- By the beginning of a nickname or an address, and by the end of a phone number: bytewise, so that a range of the
-- index is all that is read.
create index player_name_begins on player (lower(name) text_pattern_ops);
create index contact_begins on contact (kind, value text_pattern_ops);
create index contact_phone_ends on contact (reverse(value) text_pattern_ops) where kind = 'phone';
