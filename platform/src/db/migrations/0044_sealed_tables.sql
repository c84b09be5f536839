-- Programs that know schema 0035 go on.
-- Sealed tables: what is under a tile is drawn when it is picked.
-- Functions ca54133cf5a928e8.
alter table game_table add column sealed boolean not null default false;
-- The end of the house's chain, hex; null at all other tables.
alter table match add column server_chain text;
