-- Releases all open holds of a match, or with names those of the named parties: the newest hold each time a party is
-- named. Nothing happens for a party that holds nothing. The accounts are locked before the holds are read, so that of
-- two that release the same one the later finds nothing to do.
create or replace function release_stakes(of_match text, kinds text[], owners text[]) returns boolean language plpgsql as $$
declare
  holders bigint[];
begin
  if kinds is null then
    holders := array(select o.account_id from open_stakes(of_match) o);
  else
    holders := array(
      select a.id from account a join unnest(kinds, owners) as n (kind, owner) on n.kind = a.kind and n.owner = a.owner);
  end if;
  perform 1 from account a
  where a.id in (select o.account_id from open_stakes_of(of_match, holders) o)
  order by a.kind = 'house', a.id for update;
  with named as (
    select n.kind, n.owner, count(*) as times from unnest(kinds, owners) as n (kind, owner) group by n.kind, n.owner
  ), chosen as materialized (
    select o.id, o.account_id, o.amount
    from (
      select *, row_number() over (partition by account_id order by nth desc) as newest
      from open_stakes_of(of_match, holders)
    ) o
    where kinds is null
       or exists (select from named n where n.kind = o.kind and n.owner = o.owner and o.newest <= n.times)
  ), changed as (
    update account a set held = a.held - total.amount, version = a.version + 1
    from (select c.account_id, sum(c.amount)::bigint as amount from chosen c group by c.account_id) total
    where a.id = total.account_id
    returning a.id, a.version
  )
  insert into hold_resolution (hold_id, outcome, account_version)
  select chosen.id, 'released', changed.version from chosen join changed on changed.id = chosen.account_id;
  return true;
end $$;
