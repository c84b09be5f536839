import { z } from 'zod'
import type { Sql } from '../db/index.ts'

const snapshotSchema = z.object({
  accounts: z.array(
    z.object({
      id: z.int(),
      kind: z.string(),
      owner: z.string(),
      asset: z.string(),
      posted: z.int(),
      held: z.int(),
      version: z.int(),
      closed: z.boolean(),
    }),
  ),
  transfers: z.array(z.object({ id: z.string(), kind: z.string() })),
  entries: z.array(
    z.object({
      transfer: z.string(),
      account: z.int(),
      asset: z.string(),
      amount: z.int(),
      after: z.int(),
      version: z.int(),
    }),
  ),
  holds: z.array(z.object({ id: z.string(), account: z.int(), amount: z.int(), open: z.boolean() })),
})

/** Every row of the ledger that says that something happened. */
export type Snapshot = z.infer<typeof snapshotSchema>

/** Accounts without a history and keys that were refused are left out: they move nothing. */
export const readSnapshot = async (sql: Sql): Promise<Snapshot> => {
  const { rows } = await sql.query(
    `select json_build_object(
       'accounts', (select coalesce(json_agg(a order by a.id), '[]') from account a where version > 0),
       'transfers', (select coalesce(json_agg(json_build_object('id', id, 'kind', kind) order by id), '[]')
                     from transfer where outcome = 'posted'),
       'entries', (select coalesce(json_agg(json_build_object(
                     'transfer', transfer_id, 'account', account_id, 'asset', asset, 'amount', amount,
                     'after', balance_after, 'version', account_version) order by account_id, account_version), '[]')
                   from entry),
       'holds', (select coalesce(json_agg(json_build_object(
                   'id', h.id, 'account', h.account_id, 'amount', h.amount, 'open', r.hold_id is null) order by h.id), '[]')
                 from hold h left join hold_resolution r on r.hold_id = h.id)
     ) as snapshot`,
  )
  return snapshotSchema.parse(rows[0]?.snapshot)
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

const byKey = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

/** Coins are neither made nor lost: every transfer and all accounts together sum to zero, an asset each. */
const conservation = ({ accounts, entries }: Snapshot): string[] => [
  ...[...byKey(entries, ({ transfer, asset }) => `${transfer} ${asset}`)].flatMap(([key, group]) =>
    sumOf(group.map(({ amount }) => amount)) === 0 ? [] : [`conservation: transfer ${key}`],
  ),
  ...[...byKey(accounts, ({ asset }) => asset)].flatMap(([asset, group]) =>
    sumOf(group.map(({ posted }) => posted)) === 0 ? [] : [`conservation: all of ${asset}`],
  ),
]

/** Who gives and who gets in each kind of transfer. */
const directions: Record<string, { gives: readonly string[]; gets: readonly string[] }> = {
  fund: { gives: ['payin', 'promo', 'house'], gets: ['player'] },
  refill: { gives: ['house'], gets: ['player'] },
  welcome: { gives: ['promo'], gets: ['player'] },
  deposit: { gives: ['payin'], gets: ['player'] },
  withdrawal: { gives: ['player'], gets: ['payout', 'house'] },
  gift: { gives: ['player'], gets: ['player'] },
  stakes: { gives: ['player', 'house'], gets: ['match'] },
  settled: { gives: ['match'], gets: ['player', 'house'] },
  voided: { gives: ['match'], gets: ['player', 'house'] },
}

/** Every entry goes the way of its business: below zero for the giver, above zero for the receiver. */
const sign = ({ accounts, transfers, entries }: Snapshot): string[] => {
  const kindOf = new Map(accounts.map(({ id, kind }) => [id, kind.replace(/:.*/, '')]))
  const entriesOf = byKey(entries, ({ transfer }) => transfer)
  return transfers.flatMap(({ id, kind }) => {
    const own = entriesOf.get(id) ?? []
    const right = own.every(({ account, amount }) =>
      (amount < 0 ? directions[kind]?.gives : directions[kind]?.gets)?.includes(kindOf.get(account) ?? ''),
    )
    return right && own.some(({ amount }) => amount > 0) ? [] : [`sign: ${kind} ${id}`]
  })
}

/** A balance is what its entries sum to, after each of them and at the end. */
const derivedBalance = ({ accounts, entries }: Snapshot): string[] => {
  const entriesOf = byKey(entries, ({ account }) => String(account))
  return accounts.flatMap(({ id, posted }) => {
    let sum = 0
    const own = entriesOf.get(String(id)) ?? []
    const steps = own.every(({ amount, after }) => {
      sum += amount
      return sum === after
    })
    return steps && sum === posted ? [] : [`derived balance: account ${id}`]
  })
}

/** Players and escrows owe nothing, and hold no more than they have. */
const floor = ({ accounts }: Snapshot): string[] =>
  accounts.flatMap(({ id, kind, posted, held }) =>
    ['player', 'match'].includes(kind) && !(posted >= held && held >= 0) ? [`floor: account ${id}`] : [],
  )

/** What is held is the sum of the open holds. */
const holds = ({ accounts, holds: all }: Snapshot): string[] => {
  const open = byKey(
    all.filter((one) => one.open),
    ({ account }) => String(account),
  )
  return accounts.flatMap(({ id, held }) =>
    held === sumOf((open.get(String(id)) ?? []).map(({ amount }) => amount)) ? [] : [`holds: account ${id}`],
  )
}

/**
 * The withdrawable coins of players and matches are what deposits brought, less what withdrawals took, less what matches
 * left with the house.
 */
const withdrawable = ({ accounts, transfers, entries }: Snapshot): string[] => {
  const ownerKind = new Map(accounts.map(({ id, kind }) => [id, kind]))
  const business = new Map(transfers.map(({ id, kind }) => [id, kind]))
  const moved = (owner: string, kinds: readonly string[]): number =>
    sumOf(
      entries
        .filter(({ asset, account, transfer }) => {
          const isOf = ownerKind.get(account) === owner && kinds.includes(business.get(transfer) ?? '')
          return isOf && asset === 'coin'
        })
        .map(({ amount }) => amount),
    )
  const have = accounts.filter(({ kind, asset }) => asset === 'coin' && ['player', 'match'].includes(kind))
  const due =
    moved('player', ['fund', 'deposit', 'withdrawal']) - moved('house', ['stakes', 'settled', 'voided'])
  return sumOf(have.map(({ posted }) => posted)) === due ? [] : [`withdrawable: ${due} coins are due`]
}

/**
 * Which of the invariants do not hold, in words: conservation, sign, derived balance, floor, holds, and the withdrawable
 * identity. Reckoned from the rows alone, and not as the reconciliation does it. That a refused operation changes
 * nothing is that the snapshots before and after it are equal.
 */
export const brokenInvariants = (ledger: Snapshot): string[] =>
  [conservation, sign, derivedBalance, floor, holds, withdrawable].flatMap((invariant) => invariant(ledger))
