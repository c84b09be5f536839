import { type MatchHeader, type MatchId, matchHeaderSchema, rulesSchema } from '@minefall/shared/game'
import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import { extend, type MatchRecord, newRecord } from '../host/record.ts'
import { parseRow, readRows } from '../journal/rows.ts'

export const headerColumns =
  'm.id, m.game_id, m.asset, m.stake, m.seats, m.rules, m.server_commit, m.server_chain'

const rowSchema = z.object({
  id: z.string(),
  game_id: z.string(),
  asset: z.string(),
  stake: z.bigint(),
  seats: z.int(),
  rules: rulesSchema,
  server_commit: z.string(),
  server_chain: z.string().nullable(),
})

/** The header of a match as its row has it. */
export const headerOf = (row: unknown): MatchHeader => {
  const { id, game_id, asset, stake, seats, rules, server_commit, server_chain } = rowSchema.parse(row)
  return matchHeaderSchema.parse({
    matchId: id,
    gameId: game_id,
    asset,
    stake: stake.toString(),
    seats,
    rules,
    serverCommit: server_commit,
    ...(server_chain !== null && { serverChain: server_chain }),
  })
}

const privateSchema = z.object({ private: z.boolean() })

/** A match as its journal tells it, of any node, live or past; null when there is none. Rejects if damaged. */
export const readRecord = async (sql: Sql, matchId: MatchId): Promise<MatchRecord | null> => {
  const { rows } = await sql.query(`select ${headerColumns}, m.private from match m where m.id = $1`, [
    matchId,
  ])
  const [row] = rows
  if (!row) return null
  const record = newRecord(headerOf(row), privateSchema.parse(row).private)
  for (const stored of await readRows(sql, matchId)) extend(record, parseRow(stored))
  return record
}
