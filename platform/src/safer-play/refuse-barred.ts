import { bodyCode } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal } from '../http/index.ts'
import { longestBreak, pauseDetail } from './breaks/break-row.ts'

const reasonRow = z.object({ reason: z.enum(['play-paused', 'country-barred']).nullable() })

/**
 * Keeps what an account may do as it is until the transaction ends. Whoever changes that holds the row alone, so the two
 * come one after the other.
 */
export const holdStanding = async (tx: Sql, playerId: string): Promise<void> => {
  await tx.query('select from login_account where player_id = $1 for share', [playerId])
}

/**
 * Null for an account that may deposit and be given gifts now. Else 1702 with the kind of its break and when it ends
 * (`until`, milliseconds since 1970, absent for good), or 1704 where it lives in a barred country. Call `holdStanding`
 * before it in the transaction of what it allows.
 */
export const refuseBarred = async (
  sql: Sql,
  { playerId, now, barredCountries }: { playerId: string; now: number; barredCountries: readonly string[] },
): Promise<Refusal | null> => {
  const at = new Date(now)
  const { rows } = await sql.query('select why_barred($1, $2, $3) as reason', [playerId, at, barredCountries])
  const { reason } = reasonRow.parse(rows[0])
  if (reason === null) return null
  if (reason === 'country-barred') return refusal(bodyCode.countryBarred)
  return refusal(bodyCode.playPaused, pauseDetail(await longestBreak(sql, playerId, now)))
}
