import type { Asset } from '@minefall/shared/game'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { ensureAccounts, lockOrder, onlyRow, type Party, requireAmount } from './accounts.ts'
import { requestHash, sameHash } from './request-hash.ts'

/** The house's share of pots. */
export const rakeParty: Party = { kind: 'house', owner: 'rake' }

const emptyEscrow = `
  with escrow as materialized (
    select a.id, a.posted from account a
    where a.kind = 'match' and a.owner = $1 and a.asset = $2 and not a.closed for update
  ), due as materialized (
    select kind, owner, sum(amount)::bigint as amount
    from unnest($3::text[], $4::text[], $5::bigint[]) as d (kind, owner, amount) group by kind, owner
  ), payee as materialized (
    select a.id, due.amount
    from due join account a on a.kind = due.kind and a.owner = due.owner and a.asset = $2
    where exists (select from escrow)
    order by ${lockOrder} for update of a
  ), fitting as materialized (
    select escrow.id, escrow.posted from escrow
    where escrow.posted = (select sum(amount) from due)
      and (select count(*) from payee) = (select count(*) from due)
  ), moved as (
    insert into transfer
      (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor)
    select $6::uuid, $7, 'match', $1 || '/' || $7, $8::bytea, 'match', $1, $7, 'match host' from fitting
    returning id
  ), paid as (
    update account a set posted = a.posted + payee.amount, version = a.version + 1
    from payee, moved where a.id = payee.id
    returning a.id, payee.amount, a.posted, a.version
  ), emptied as (
    update account a set posted = 0, closed = true, version = a.version + 1
    from fitting, moved where a.id = fitting.id
    returning a.id, fitting.posted as amount, a.version
  ), written as (
    insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
    select moved.id, paid.id, $2, paid.amount, paid.posted, paid.version from paid, moved
    union all
    select moved.id, emptied.id, $2, -emptied.amount, 0, emptied.version from emptied, moved
  )
  select exists (select from moved) as done,
         (select posted from escrow) as pot,
         (select count(*) from payee) = (select count(*) from due) as known`

const answerSchema = z.object({ done: z.boolean(), pot: z.bigint().nullable(), known: z.boolean() })
const earlierSchema = z.object({ step: z.string(), request_hash: z.instanceof(Uint8Array) })

export type Payout = {
  matchId: string
  step: 'settled' | 'voided'
  asset: Asset
  /** May name a party more than once; zeros are left out. */
  payouts: readonly { party: Party; amount: bigint }[]
  rake: bigint
}

const sharesOf = ({ payouts, rake }: Payout) => {
  const shares = [...payouts, { party: rakeParty, amount: rake }]
  for (const { amount } of shares) requireAmount(amount, 0n)
  return shares
    .filter(({ amount }) => amount > 0n)
    .sort((a, b) =>
      a.party.kind === b.party.kind
        ? a.party.owner.localeCompare(b.party.owner, 'en')
        : a.party.kind.localeCompare(b.party.kind, 'en'),
    )
}

/**
 * Empties the match's escrow to the parties and the rake, in one transfer, and closes it. The same payout again
 * does nothing. Throws when the sum is not the pot, or when the match was paid out otherwise before.
 */
export const payOut = async (tx: Sql, payout: Payout): Promise<void> => {
  const { matchId, step, asset } = payout
  const shares = sharesOf(payout)
  const hash = requestHash(
    step,
    asset,
    ...shares.flatMap(({ party, amount }) => [party.kind, party.owner, amount]),
  )
  const pay = async () => {
    const { rows } = await tx.query(emptyEscrow, [
      matchId,
      asset,
      shares.map(({ party }) => party.kind),
      shares.map(({ party }) => party.owner),
      shares.map(({ amount }) => amount),
      uuid(),
      step,
      hash,
    ])
    return onlyRow(answerSchema, rows)
  }
  let answer = await pay()
  if (!answer.done && answer.pot !== null && !answer.known) {
    await ensureAccounts(
      tx,
      shares.map(({ party }) => ({ ...party, asset })),
    )
    answer = await pay()
  }
  if (answer.done) return
  const total = shares.reduce((sum, { amount }) => sum + amount, 0n)
  if (answer.pot !== null) {
    throw new Error(`match ${matchId}: payouts and rake are ${total} and the escrow holds ${answer.pot}`)
  }
  const { rows } = await tx.query(
    `select step, request_hash from transfer
     where ref_type = 'match' and ref_id = $1 and step in ('settled', 'voided') and outcome = 'posted'`,
    [matchId],
  )
  const earlier = earlierSchema.array().parse(rows)[0]
  if (earlier === undefined) throw new Error(`match ${matchId} has no stakes to pay out`)
  if (earlier.step !== step || !sameHash(earlier.request_hash, hash)) {
    throw new Error(`match ${matchId} was ${earlier.step} before, otherwise than asked for now`)
  }
}
