import type { Asset } from '@minefall/shared/game'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { ensureAccounts, lockOrder, onlyRow, type Party, requireAmount } from './accounts.ts'
import { requestHash } from './request-hash.ts'

const placeHold = `
  with payer as materialized (
    select a.id, a.kind, a.posted - a.held as available, a.version,
           a.kind = 'player' and exists (
             select from hold h where h.account_id = a.id and h.purpose = 'stake' and h.ref = $6
             and not exists (select from hold_resolution r where r.hold_id = h.id)) as seated
    from account a where a.kind = $1 and a.owner = $2 and a.asset = $3 for update
  ), placed as (
    insert into hold (id, account_id, amount, purpose, ref, nth, account_version)
    select $4::uuid, p.id, $5::bigint, 'stake', $6,
           1 + (select count(*)::int from hold h where h.account_id = p.id and h.purpose = 'stake' and h.ref = $6),
           p.version + 1
    from payer p where not p.seated and (p.kind = 'house' or p.available >= $5::bigint)
    returning account_id, amount
  ), changed as (
    update account a set held = a.held + p.amount, version = a.version + 1
    from placed p where a.id = p.account_id
  )
  select p.seated, exists (select from placed) as placed from payer p`

const placedSchema = z.object({ seated: z.boolean(), placed: z.boolean() })

/**
 * Sets a stake aside for a match. Players need it available; a house account may go below zero and may hold
 * for several seats. Throws when the player holds for this match already.
 */
export const holdStake = async (
  tx: Sql,
  { matchId, party, asset, amount }: { matchId: string; party: Party; asset: Asset; amount: bigint },
): Promise<{ ok: true } | { ok: false; reason: 'not-enough-coins' }> => {
  requireAmount(amount, 1n)
  const place = () => tx.query(placeHold, [party.kind, party.owner, asset, uuid(), amount, matchId])
  let { rows } = await place()
  if (rows.length === 0) {
    if (party.kind === 'player') return { ok: false, reason: 'not-enough-coins' }
    await ensureAccounts(tx, [{ ...party, asset }])
    rows = (await place()).rows
  }
  const { seated, placed } = onlyRow(placedSchema, rows)
  if (seated) throw new Error(`player ${party.owner} holds a stake for match ${matchId} already`)
  return placed ? { ok: true } : { ok: false, reason: 'not-enough-coins' }
}

/** The match's holds that are neither captured nor released. */
const openHolds = `
  select h.id, h.account_id, h.amount, h.nth, a.kind, a.owner, a.asset
  from hold h join account a on a.id = h.account_id
  where h.purpose = 'stake' and h.ref = $1
    and not exists (select from hold_resolution r where r.hold_id = h.id)`

const releaseHolds = `
  with open_hold as materialized (${openHolds}),
  named as (
    select kind, owner, count(*) as times from unnest($2::text[], $3::text[]) as n (kind, owner) group by kind, owner
  ), chosen as materialized (
    select o.id, o.account_id, o.amount
    from (select *, row_number() over (partition by account_id order by nth desc) as newest from open_hold) o
    where $4::boolean
       or exists (select from named n where n.kind = o.kind and n.owner = o.owner and o.newest <= n.times)
  ), owner as materialized (
    select a.id from account a where a.id in (select account_id from chosen) order by ${lockOrder} for update
  ), changed as (
    update account a set held = a.held - total.amount, version = a.version + 1
    from owner, (select account_id, sum(amount)::bigint as amount from chosen group by account_id) total
    where a.id = owner.id and total.account_id = owner.id
    returning a.id, a.version
  )
  insert into hold_resolution (hold_id, outcome, account_version)
  select chosen.id, 'released', changed.version from chosen join changed on changed.id = chosen.account_id`

/**
 * Releases all open holds of a match, or those of the named parties: the newest hold each time a party is
 * named. Nothing happens for a party that holds nothing.
 */
export const releaseStakes = async (
  tx: Sql,
  { matchId, parties }: { matchId: string; parties?: readonly Party[] },
): Promise<void> => {
  await tx.query(releaseHolds, [
    matchId,
    (parties ?? []).map(({ kind }) => kind),
    (parties ?? []).map(({ owner }) => owner),
    parties === undefined,
  ])
}

const captureHolds = `
  with open_hold as materialized (
    select * from (${openHolds}) o where o.asset = $2
  ), payer as materialized (
    select a.id from account a where a.id in (select account_id from open_hold) order by ${lockOrder} for update
  ), paid as (
    update account a
    set posted = a.posted - total.amount, held = a.held - total.amount, version = a.version + 1
    from payer, (select account_id, sum(amount)::bigint as amount from open_hold group by account_id) total
    where a.id = payer.id and total.account_id = payer.id
    returning a.id, total.amount, a.posted, a.version
  ), escrow as (
    insert into account (kind, owner, asset, posted, version)
    select 'match', $1, $2, sum(amount)::bigint, 1 from paid having count(*) > 0
    returning id, posted
  ), moved as (
    insert into transfer
      (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
    select $3::uuid, 'stakes', 'match', $1 || '/started', $4::bytea, 'match', $1, 'started', 'match host' from escrow
    returning id
  ), written as (
    insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
    select moved.id, paid.id, $2, -paid.amount, paid.posted, paid.version from paid, moved
    union all
    select moved.id, escrow.id, $2, escrow.posted, escrow.posted, 1 from escrow, moved
  ), resolved as (
    insert into hold_resolution (hold_id, outcome, transfer_id, account_version)
    select o.id, 'captured', moved.id, paid.version from open_hold o join paid on paid.id = o.account_id, moved
  )
  select posted as pot from escrow`

/**
 * Moves every hold of the match into its escrow, in one transfer, and answers with the pot. Throws when there
 * is nothing to capture; the database refuses to open the same escrow twice.
 */
export const captureStakes = async (
  tx: Sql,
  { matchId, asset }: { matchId: string; asset: Asset },
): Promise<bigint> => {
  const { rows } = await tx.query(captureHolds, [
    matchId,
    asset,
    uuid(),
    requestHash('stakes', matchId, asset),
  ])
  if (rows.length === 0) throw new Error(`match ${matchId} has no stakes in ${asset} to capture`)
  return onlyRow(z.object({ pot: z.bigint() }), rows).pot
}
