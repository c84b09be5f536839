-- Openers and rising boards: safe tiles that the house opens when a board begins, mines more and openers fewer on each next.
-- Programs that know schema 0022 go on.
-- Functions 350807a18f0f0a85.
alter table game_table
  add column openers int not null default 0,
  add column fade int not null default 0,
  add column rise int not null default 0;
