import type { StatementEntry } from '@minefall/shared/contracts/rest'
import { type Asset, matchIdSchema } from '@minefall/shared/game'
import { orderKindSchema } from '@minefall/shared/payments'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { csvHeader, csvRecord } from '../files/index.ts'

const columns = ['time', 'kind', 'asset', 'amount', 'balance after', 'order or match', 'id']

const cellsOf = ({ id, at, kind, asset, amount, balanceAfter, order, match }: StatementEntry): string[] => [
  new Date(at).toISOString(),
  kind,
  asset,
  amount,
  balanceAfter,
  order?.number ?? match?.matchId ?? '',
  id,
]

type StatementCsvOptions = {
  /** How many entries are read at a time. */
  limit?: number
  /** Columns in front, by name, which say the same in every record: whose it is, for who keeps several. */
  front?: Readonly<Record<string, string>>
}

/**
 * All of a player's entries as CSV, the newest first, a page at a time: the next is read when the one before was taken.
 * What arrives in the meantime is not in it.
 */
export async function* statementCsv(
  sql: Sql,
  playerId: string,
  { limit = 500, front = {} }: StatementCsvOptions = {},
): AsyncGenerator<string> {
  yield csvHeader([...Object.keys(front), ...columns])
  let from: Place | undefined
  for (;;) {
    const { entries, next } = await readStatement(sql, playerId, { from, limit })
    const first = Object.values(front)
    if (entries.length > 0) yield entries.map((entry) => csvRecord([...first, ...cellsOf(entry)])).join('')
    if (!next) return
    from = next
  }
}

const assets = ['coin', 'promo', 'trial'] as const satisfies readonly Asset[]

/**
 * A place in a statement: for each asset, in the order above, the version below which its next entry is. An account's
 * versions only grow, so what comes in is above every place, and a place says nothing about anyone else's accounts.
 */
export const placeSchema = z.tuple([z.int().min(0), z.int().min(0), z.int().min(0)])
type Place = z.infer<typeof placeSchema>

const rowSchema = z.object({
  id: z.string(),
  at: z.date().transform((at) => at.getTime()),
  kind: z.string(),
  asset: z.enum(assets),
  amount: z.bigint().transform(String),
  balance_after: z.bigint().transform(String),
  version: z.bigint().transform(Number),
  match_id: z.nullable(matchIdSchema),
  game_id: z.string().nullable(),
  order_id: z.string().nullable(),
  order_number: z.string().nullable(),
  order_kind: orderKindSchema.nullable(),
})
type Row = z.infer<typeof rowSchema>

const orderOf = ({ order_id: id, order_number: number, order_kind: kind }: Row): StatementEntry['order'] =>
  id === null || number === null || kind === null ? null : { id, number, kind }

const entryOf = (row: Row): StatementEntry => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  asset: row.asset,
  amount: row.amount,
  balanceAfter: row.balance_after,
  match:
    row.match_id === null || row.game_id === null ? null : { matchId: row.match_id, gameId: row.game_id },
  order: orderOf(row),
})

/** The newest entries of each of a player's accounts below a place: each account's are read by its own versions. */
const newestOfEach = `
  select e.transfer_id as id, t.at, t.kind, e.asset, e.amount, e.balance_after, e.account_version as version,
         m.id as match_id, m.game_id, o.id as order_id, o.number as order_number, o.kind as order_kind
  from unnest($2::text[], $3::bigint[]) as wanted (asset, below)
  join account a on a.kind = 'player' and a.owner = $1 and a.asset = wanted.asset
  cross join lateral (
    select * from entry e where e.account_id = a.id and e.account_version < wanted.below
    order by e.account_version desc limit $4
  ) e
  join transfer t on t.id = e.transfer_id
  left join match m on t.ref_type = 'match' and m.id = t.ref_id
  left join wallet_order o on o.id = case when t.ref_type in ('deposit', 'withdrawal') then t.ref_id::uuid end
  order by e.asset, e.account_version desc`

const top: Place = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]

/** Ids of transfers grow with time, so they tell within a millisecond. */
const isNewer = (a: Row, b: Row): boolean => a.at > b.at || (a.at === b.at && a.id > b.id)

/** Takes the newest `limit` off lists that have their newest first; what is left stays in them. */
const takeNewest = (lists: readonly Row[][], limit: number): Row[] => {
  const taken: Row[] = []
  while (taken.length < limit) {
    let newest: Row[] | null = null
    for (const list of lists) if (list[0] && (!newest?.[0] || isNewer(list[0], newest[0]))) newest = list
    const row = newest?.shift()
    if (!row) break
    taken.push(row)
  }
  return taken
}

type StatementQuery = {
  /** Where the page begins: at the newest entry by default. */
  from?: Place | undefined
  limit: number
  /** Entries in this asset alone. */
  asset?: Asset | undefined
}

/**
 * A page of a player's entries, the newest first, and where the next one begins, or null at the end. The entries of an
 * asset are in the order of their account's versions, so that each says the balance that the one below it led to; those
 * of several assets are merged by time.
 */
export const readStatement = async (
  sql: Sql,
  playerId: string,
  { from = top, limit, asset }: StatementQuery,
): Promise<{ entries: StatementEntry[]; next: Place | null }> => {
  const below = assets.map((one, index) => (asset === undefined || one === asset ? (from[index] ?? 0) : 0))
  const { rows } = await sql.query(newestOfEach, [playerId, assets, below, limit + 1])
  const found = rowSchema.array().parse(rows)
  const left = assets.map((one) => found.filter((row) => row.asset === one))
  const taken = takeNewest(left, limit)
  const [coin, promo, trial] = left.map(([first]) => (first ? first.version + 1 : 0))
  const isEnd = left.every((rest) => rest.length === 0)
  return { entries: taken.map(entryOf), next: isEnd ? null : [coin ?? 0, promo ?? 0, trial ?? 0] }
}
