-- Makes the accounts that don't exist yet. Sorted, so that two that make the same wait for each other in one direction only.
create or replace function make_accounts(kinds text[], owners text[], assets text[]) returns void language sql as $$
  insert into account (kind, owner, asset)
  select kind, owner, asset from unnest(kinds, owners, assets) as named (kind, owner, asset)
  order by kind, owner, asset
  on conflict (kind, owner, asset) do nothing
$$;
