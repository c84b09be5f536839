import type { Asset } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { type AccountName, checkLedger, type Transfer } from '../../ledger/index.ts'

/** What came to players and left them outside of matches, as those know who did it. For tests alone. */
export type Books = {
  /** `<player>/<asset>` → units. */
  given: Map<string, bigint>
  /** Withdrawable coins that came in, went out, and stayed with the house as fees. */
  deposited: bigint
  withdrawn: bigint
  fees: bigint
}

export const newBooks = (): Books => ({ given: new Map(), deposited: 0n, withdrawn: 0n, fees: 0n })

/** Enters a transfer that was posted. */
export const enter = (books: Books, entries: Transfer['entries']): void => {
  for (const { account, amount } of entries) {
    if (account.kind === 'player') {
      const key = `${account.owner}/${account.asset}`
      books.given.set(key, (books.given.get(key) ?? 0n) + amount)
    }
    if (account.kind.startsWith('payin:')) books.deposited -= amount
    if (account.kind.startsWith('payout:')) books.withdrawn += amount
    if (account.kind === 'house') books.fees += amount
  }
}

const bank = { owner: 'bank', asset: 'coin' } as const
const playerOf = (owner: string, asset: Asset): AccountName => ({ kind: 'player', owner, asset })

/** Coins are deposited, and bonus coins a gift. */
export const gift = (playerId: string, asset: 'coin' | 'promo', amount: bigint): Transfer['entries'] => [
  {
    account: asset === 'coin' ? { kind: 'payin:test', ...bank } : { kind: 'promo', owner: 'gifts', asset },
    amount: -amount,
  },
  { account: playerOf(playerId, asset), amount },
]

/** Coins that leave, with the house's fee on top. */
export const withdrawal = (playerId: string, amount: bigint, fee: bigint): Transfer['entries'] => [
  { account: playerOf(playerId, 'coin'), amount: -amount - fee },
  { account: { kind: 'payout:test', ...bank }, amount },
  { account: { kind: 'house', owner: 'fees', asset: 'coin' }, amount: fee },
]

const sumsSchema = z.tuple([
  z.object({
    held: z.bigint(),
    payins: z.bigint(),
    payouts: z.bigint(),
    house: z.bigint(),
    rake: z.bigint(),
  }),
])

/**
 * Throws unless the ledger is right at a moment when nothing is half done: reconciled, and its withdrawable coins are
 * exactly those that came in, less those that went out and what the house took. `settled` is false while someone
 * waits to hear of a posting: then the books may be one behind.
 */
export const auditBooks = async (sql: Sql, books: Books, settled: boolean): Promise<void> => {
  const { findings } = await checkLedger(sql)
  if (findings.length > 0) throw new Error(`the ledger: ${findings.join('\n')}`)
  const { rows } = await sql.query(
    `select coalesce(sum(posted) filter (where kind in ('player', 'match')), 0)::bigint as held,
            coalesce(-sum(posted) filter (where kind like 'payin:%'), 0)::bigint as payins,
            coalesce(sum(posted) filter (where kind like 'payout:%'), 0)::bigint as payouts,
            coalesce(sum(posted) filter (where kind = 'house'), 0)::bigint as house,
            coalesce(sum(posted) filter (where kind = 'house' and owner = 'rake'), 0)::bigint as rake
     from account where asset = 'coin'`,
  )
  const [{ held, payins, payouts, house, rake }] = sumsSchema.parse(rows)
  if (held !== payins - payouts - house)
    throw new Error(`players and escrows have ${held} coins, of ${payins} − ${payouts} − ${house}`)
  const { deposited, withdrawn, fees } = books
  if (settled && (payins !== deposited || payouts !== withdrawn || house !== fees + rake))
    throw new Error(
      `the ledger has ${payins} − ${payouts} − ${house} (${rake} rake), the books ${deposited} − ${withdrawn} − ${fees}`,
    )
}
