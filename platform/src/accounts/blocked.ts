import { bodyCode } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal } from '../http/index.ts'

const rowSchema = z.object({ text: z.string() })

/** What staff tell the owner of a blocked account, as the data of a refusal; null for an account that is not blocked. */
export const blockedDetail = async (
  sql: Sql,
  playerId: string,
): Promise<{ notice: 'account-blocked'; text: string } | null> => {
  const { rows } = await sql.query(
    'select blocked_text as text from login_account where player_id = $1 and blocked_at is not null',
    [playerId],
  )
  const row = rowSchema.optional().parse(rows[0])
  return row ? { notice: 'account-blocked', text: row.text } : null
}

/** Null for an account that may be used; 1403 with what its owner hears for one that is blocked. */
export const refuseBlocked = async (sql: Sql, playerId: string): Promise<Refusal | null> => {
  const detail = await blockedDetail(sql, playerId)
  return detail && refusal(bodyCode.notAllowed, detail)
}
