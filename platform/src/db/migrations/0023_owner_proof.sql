-- Programs that know schema 0022 go on.
-- Contacts that have to age before they prove anything, and sessions whose owner has proven that the account is theirs.

-- When a contact that was added or changed begins to prove that the account is its owner's. Null: it always has, as the
-- contact the account was made with, or one from before this was kept.
alter table contact add column settles_at timestamptz;

-- When the session's holder last proved that the account is theirs, beyond holding its token.
alter table session add column confirmed_at timestamptz;
