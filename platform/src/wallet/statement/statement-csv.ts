import type { StatementEntry } from '@minefall/shared/contracts/rest'
import type { Sql } from '../../db/index.ts'
import { csvHeader, csvRecord } from '../../files/index.ts'
import { type Place, readStatement } from '../statement.ts'

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

export type StatementCsvOptions = {
  /** How many entries are read at a time. */
  limit?: number
  /** Columns in front, by name, which say the same in every record: whose it is, for who keeps several. */
  front?: Readonly<Record<string, string>>
}

/**
 * All of a player's entries as CSV, the newest first, a page at a time: the next is read when the one before was taken.
 * What comes in meanwhile is not in it.
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
