import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type AccountName, ensureAccounts, onlyRow, requireAmount } from './accounts.ts'
import { requestHash } from './request-hash.ts'

/** Where trial coins come from: below zero by all that were ever given. */
const source: AccountName = { kind: 'house', owner: 'trial', asset: 'trial' }

const topUp = `
  with target as materialized (
    select a.id, $2::bigint - (a.posted - a.held) as missing from account a
    where a.kind = 'player' and a.owner = $1 and a.asset = 'trial' for update
  ), source as materialized (
    select a.id from account a where a.kind = 'house' and a.owner = 'trial' and a.asset = 'trial'
  ), moved as (
    insert into transfer
      (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
    select $3::uuid, 'refill', 'refill/' || $1, $4, $5::bytea, 'player', $1, 'refill/' || $4, 'platform'
    from target, source where target.missing > 0
    on conflict do nothing
    returning id
  ), given as (
    update account a set posted = a.posted + target.missing, version = a.version + 1
    from target, moved where a.id = target.id
    returning a.id, target.missing as amount, a.posted, a.version
  ), taken as (
    update account a set posted = a.posted - given.amount, version = a.version + 1
    from source, given where a.id = source.id
    returning a.id, -given.amount as amount, a.posted, a.version
  ), written as (
    insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
    select moved.id, part.id, 'trial', part.amount, part.posted, part.version
    from (select * from given union all select * from taken) part, moved
  )
  select exists (select from target) and exists (select from source) as known`

/**
 * Fills a player's trial coins up to `to` available, at most once for each `key`. Who has enough gets nothing,
 * and the key can still be used. Makes the player's account if need be: at once for a player who is `fresh`.
 */
export const refillTrial = async (
  tx: Sql,
  { playerId, to, key, fresh = false }: { playerId: string; to: bigint; key: string; fresh?: boolean },
): Promise<void> => {
  requireAmount(to, 1n)
  const fill = async () => {
    const values = [playerId, to, uuid(), key, requestHash('refill', playerId, to)]
    return onlyRow(z.object({ known: z.boolean() }), (await tx.query(topUp, values)).rows).known
  }
  if (!fresh && (await fill())) return
  await ensureAccounts(tx, [{ kind: 'player', owner: playerId, asset: 'trial' }, source])
  await fill()
}
