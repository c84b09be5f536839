import type { StatementEntry } from '@minefall/shared/contracts'
import type { Sql } from '../../db/index.ts'
import { csvHeader, csvRecord } from '../../files/index.ts'
import { type Place, readStatement } from '../statement.ts'

const columns = ['time', 'kind', 'asset', 'amount', 'balance after', 'order or match', 'id']

const recordOf = ({ id, at, kind, asset, amount, balanceAfter, order, match }: StatementEntry): string =>
  csvRecord([
    new Date(at).toISOString(),
    kind,
    asset,
    amount,
    balanceAfter,
    order?.number ?? match?.matchId ?? '',
    id,
  ])

/**
 * All of a player's entries as CSV, the newest first, a page of so many at a time: the next is read when the one before
 * was taken. What comes in meanwhile is not in it.
 */
export async function* statementCsv(sql: Sql, playerId: string, limit = 500): AsyncGenerator<string> {
  yield csvHeader(columns)
  let from: Place | undefined
  for (;;) {
    const { entries, next } = await readStatement(sql, playerId, { from, limit })
    if (entries.length > 0) yield entries.map(recordOf).join('')
    if (!next) return
    from = next
  }
}
