-- Shards that move between nodes. PostgreSQL 15 and up.

alter table shard_lease
  -- The newest version of events that stands in the shard's journals: anyone who takes it must be able to read it.
  add column version int not null default 1 check (version >= 1),
  -- False once its owner has laid it down: anyone may take it, without waiting for the lease to end.
  add column held boolean not null default true;

-- Matches that ended a moment ago, which the node that takes their shard takes up with it.
create index match_ended_of on match (shard, ended_at) where ended_at is not null;
