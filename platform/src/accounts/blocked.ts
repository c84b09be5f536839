import { bodyCode } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal } from '../http/index.ts'

const rowSchema = z.object({ text: z.string() })

/** Staff's message to the owner of a blocked account, as the data of a refusal; null if not blocked. */
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

/** Null if the account may be used; 1403 with staff's message if it is blocked. */
export const refuseBlocked = async (sql: Sql, playerId: string): Promise<Refusal | null> => {
  const detail = await blockedDetail(sql, playerId)
  return detail && refusal(bodyCode.notAllowed, detail)
}
