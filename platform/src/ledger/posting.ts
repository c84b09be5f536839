import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type AccountName, ensureAccounts, lockOrder, mostCoins, onlyRow } from './accounts.ts'

/** SHA-256 of what was asked for, to tell a repeated request from another one under the same key. */
export const requestHash = (...parts: readonly (string | bigint)[]): Uint8Array =>
  new Uint8Array(
    createHash('sha256')
      .update(JSON.stringify(parts.map(String)))
      .digest(),
  )

export const sameHash = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

export type Transfer = {
  /** What kind of business this is, for statements: `deposit`, `welcome`. */
  kind: string
  /** Whose keys these are, such as `deposit/<player>`, and the key that the asker made for the request. */
  idempotency: { scope: string; key: string }
  /** What this belongs to. A step of it is posted once, whatever the key. */
  ref: { type: string; id: string; step: string }
  /** Who or what caused it. */
  actor: string
  /** What each account gets (above zero) or gives (below); each asset sums to zero. */
  entries: readonly { account: AccountName; amount: bigint }[]
}

/** `replayed`: this is the answer that the same request got before. */
export type Posting =
  | { ok: true; transferId: string; replayed: boolean }
  | { ok: false; reason: 'not-enough-coins'; replayed: boolean }
  /** The key was used for another request, or the step was posted under another key. */
  | { ok: false; reason: 'conflict' }

const postEntries = `
  with wanted as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as w (kind, owner, asset, amount)
  ), part as materialized (
    select a.id, a.asset, w.amount, not a.closed and (
             w.amount > 0
             or (case a.kind when 'player' then a.posted - a.held >= -w.amount
                             when 'match' then a.posted >= -w.amount
                             when 'arena' then a.posted >= -w.amount
                             else true end)) as covered
    from wanted w join account a on a.kind = w.kind and a.owner = w.owner and a.asset = w.asset
    order by ${lockOrder} for update of a
  ), verdict as materialized (
    select (select count(*) from part) = (select count(*) from wanted) as known,
           not exists (select from part where not covered) as covered
  ), moved as (
    insert into transfer
      (id, kind, idempotency_scope, idempotency_key, request_hash, ref_type, ref_id, step, actor, outcome)
    select $5::uuid, $6, $7, $8, $9::bytea, $10, $11, $12, $13, case when covered then 'posted' else 'refused' end
    from verdict where known
    on conflict do nothing
    returning id, outcome
  ), changed as (
    update account a set posted = a.posted + part.amount, version = a.version + 1
    from part, moved where a.id = part.id and moved.outcome = 'posted'
    returning a.id, a.asset, part.amount, a.posted, a.version
  ), written as (
    insert into entry (transfer_id, account_id, asset, amount, balance_after, account_version)
    select moved.id, c.id, c.asset, c.amount, c.posted, c.version from changed c, moved
  )
  select known, (select outcome from moved) as outcome from verdict`

const answerSchema = z.object({ known: z.boolean(), outcome: z.enum(['posted', 'refused']).nullable() })
const earlierSchema = z.object({
  id: z.string(),
  outcome: z.enum(['posted', 'refused']),
  request_hash: z.instanceof(Uint8Array),
})

type Entry = Transfer['entries'][number]

const nameOf = ({ kind, owner, asset }: AccountName) => JSON.stringify([kind, owner, asset])

/** One entry an account, in a fixed order. Throws what can only be a mistake of the caller. */
const combine = (entries: readonly Entry[]): Entry[] => {
  const byAccount = new Map<string, Entry>()
  const byAsset = new Map<string, bigint>()
  for (const { account, amount } of entries) {
    const name = nameOf(account)
    byAccount.set(name, { account, amount: (byAccount.get(name)?.amount ?? 0n) + amount })
    byAsset.set(account.asset, (byAsset.get(account.asset) ?? 0n) + amount)
  }
  const combined = [...byAccount].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
  if (combined.length === 0 || combined.some(({ amount }) => amount === 0n)) {
    throw new RangeError('A transfer moves something from and to each of its accounts.')
  }
  if (combined.some(({ amount }) => amount > mostCoins || amount < -mostCoins)) {
    throw new RangeError('An amount is larger than the database holds.')
  }
  if ([...byAsset.values()].some((sum) => sum !== 0n)) {
    throw new RangeError('The entries of a transfer sum to zero for each asset.')
  }
  return combined
}

const earlierPosting = async (tx: Sql, { scope, key }: Transfer['idempotency'], hash: Uint8Array) => {
  const { rows } = await tx.query(
    `select id, outcome, request_hash from transfer where idempotency_scope = $1 and idempotency_key = $2`,
    [scope, key],
  )
  const earlier = earlierSchema.array().parse(rows)[0]
  if (earlier === undefined || !sameHash(earlier.request_hash, hash)) {
    return { ok: false, reason: 'conflict' } satisfies Posting
  }
  return earlier.outcome === 'posted'
    ? ({ ok: true, transferId: earlier.id, replayed: true } satisfies Posting)
    : ({ ok: false, reason: 'not-enough-coins', replayed: true } satisfies Posting)
}

/**
 * Posts a transfer, once for its key and once for its reference and step. Accounts are made on first use. When
 * a player or an escrow could not pay, nothing moves and the key stays refused: commit to keep it so.
 */
export const post = async (tx: Sql, transfer: Transfer): Promise<Posting> => {
  const { kind, idempotency, ref, actor } = transfer
  const entries = combine(transfer.entries)
  const hash = requestHash(
    kind,
    ref.type,
    ref.id,
    ref.step,
    ...entries.flatMap(({ account, amount }) => [nameOf(account), amount]),
  )
  const transferId = uuid()
  const tryPosting = async () => {
    const { rows } = await tx.query(postEntries, [
      entries.map(({ account }) => account.kind),
      entries.map(({ account }) => account.owner),
      entries.map(({ account }) => account.asset),
      entries.map(({ amount }) => amount),
      transferId,
      kind,
      idempotency.scope,
      idempotency.key,
      hash,
      ref.type,
      ref.id,
      ref.step,
      actor,
    ])
    return onlyRow(answerSchema, rows)
  }
  let answer = await tryPosting()
  if (!answer.known) {
    await ensureAccounts(
      tx,
      entries.map(({ account }) => account),
    )
    answer = await tryPosting()
  }
  if (answer.outcome === 'posted') return { ok: true, transferId, replayed: false }
  if (answer.outcome === 'refused') return { ok: false, reason: 'not-enough-coins', replayed: false }
  return earlierPosting(tx, idempotency, hash)
}
