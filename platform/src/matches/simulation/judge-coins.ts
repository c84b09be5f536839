import { isDeepStrictEqual } from 'node:util'
import type { Balance } from '@minefall/shared/contracts/live'
import type { Asset } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { balanceOf } from '../../ledger/index.ts'
import { auditBooks, type Books } from './books.ts'
import type { Journaled, Story } from './story.ts'

const refillRow = z.object({ owner: z.string(), amount: z.bigint() })

/** What every player should have, by what the journals say: `<player>/<asset>` → units. */
const expectedFrom = (told: readonly Journaled[]): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  const add = (holder: string | undefined, asset: string, amount: bigint) => {
    if (holder !== undefined) sums.set(`${holder}/${asset}`, (sums.get(`${holder}/${asset}`) ?? 0n) + amount)
  }
  for (const { record } of told) {
    const { asset, order, result, stake, table } = record.state
    if (order.length === 0) continue
    for (const seat of table) add(seat?.holder, asset, -BigInt(stake))
    for (const { seat, amount } of result?.payouts ?? []) add(table[seat]?.holder, asset, BigInt(amount))
  }
  return sums
}

/**
 * Throws when a player saw another balance than they have. A process that is killed may not get to tell the
 * last one: then who comes back is given it.
 */
const judgeTold = ({ balances, storms, seated }: Story, playerId: string, balance: Balance): void => {
  const told = balances.get(playerId)
  const isLast = told?.version === balance.version
  if (told && (told.version > balance.version || (isLast && !isDeepStrictEqual(told, balance))))
    throw new Error(`player ${playerId} saw ${JSON.stringify(told)}, not ${JSON.stringify(balance)}`)
  if (storms.some((name) => /^(crash|pause|stop|nodeCut|storageCut|split)/.test(name))) return
  if (told && !isLast) throw new Error(`player ${playerId} was never told of their last balance`)
  if (seated.get(playerId)) throw new Error(`player ${playerId} was never told to be free`)
}

const sumsSchema = z.object({ asset: z.string(), posted: z.bigint(), held: z.bigint() })

/** Throws when coins were made or lost, or are held by more or less than the open holds: cheap enough for every step. */
export const auditSums = async (db: Sql): Promise<void> => {
  const { rows } = await db.query(
    `with open as (
       select h.account_id, sum(h.amount) as amount from hold h
       where not exists (select from hold_resolution r where r.hold_id = h.id) group by h.account_id
     )
     select a.asset, sum(a.posted)::bigint as posted, (sum(a.held) - coalesce(sum(o.amount), 0))::bigint as held
     from account a left join open o on o.account_id = a.id group by a.asset`,
  )
  for (const row of rows) {
    const { asset, posted, held } = sumsSchema.parse(row)
    if (posted !== 0n) throw new Error(`there are ${posted} ${asset} more than there were`)
    if (held !== 0n) throw new Error(`${held} ${asset} more are held than holds say`)
  }
}

/** Throws when a coin is off: in the ledger on its own, or against what the journals say. */
export const judgeCoins = async (options: {
  db: Sql
  story: Story
  told: readonly Journaled[]
  players: readonly string[]
  books: Books
}): Promise<void> => {
  const { db, story, told, players, books } = options
  await auditBooks(db, books, true)
  const openHolds = await db.query(
    'select 1 from hold h where not exists (select from hold_resolution r where r.hold_id = h.id)',
  )
  if (openHolds.count > 0) throw new Error(`${openHolds.count} holds are still open`)
  const { count: seated } = await db.query('select 1 from seated')
  if (seated > 0) throw new Error(`${seated} players are still seated`)

  const expected = expectedFrom(told)
  const refills = await db.query(
    `select a.owner, sum(e.amount)::bigint as amount from entry e join transfer t on t.id = e.transfer_id
     join account a on a.id = e.account_id where t.kind = 'refill' and a.kind = 'player' group by a.owner`,
  )
  for (const row of refills.rows) {
    const { owner, amount } = refillRow.parse(row)
    expected.set(`${owner}/trial`, (expected.get(`${owner}/trial`) ?? 0n) + amount)
  }
  const shouldHave = (playerId: string, asset: Asset) => {
    const key = `${playerId}/${asset}`
    return String((expected.get(key) ?? 0n) + (books.given.get(key) ?? 0n))
  }
  for (const playerId of players) {
    const balance = await balanceOf(db, playerId)
    judgeTold(story, playerId, balance)
    for (const asset of ['coin', 'promo', 'trial'] as const) {
      const should = shouldHave(playerId, asset)
      if (balance[asset] !== should)
        throw new Error(`player ${playerId} has ${balance[asset]} ${asset}, and by the journals ${should}`)
    }
  }
}
