-- A shard is its node's until another one takes it over: nothing is renewed, and nothing ends.

-- Written by nodes of the release before alone, which run beside this one; both columns go with the next.
alter table shard_lease alter column expires_at set default now();
