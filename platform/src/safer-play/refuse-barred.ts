import { bodyCode } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal } from '../http/index.ts'
import { longestBreak, pauseDetail } from './breaks/break-row.ts'
import { passedLimit } from './limits/passed-limit.ts'

const reasonRow = z.object({ reason: z.enum(['play-paused', 'country-barred']).nullable() })

type Asking = { playerId: string; now: number; barredCountries: readonly string[] }

/**
 * Null for an account that may deposit and be given gifts now. Else 1702 with the kind of its break and when it ends
 * (`until`, milliseconds since 1970, absent for good), or 1704 where it lives in a barred country. Call `holdStanding`
 * before it in the transaction of what it allows.
 */
export const refuseBarred = async (
  sql: Sql,
  { playerId, now, barredCountries }: Asking,
): Promise<Refusal | null> => {
  const at = new Date(now)
  const { rows } = await sql.query('select why_barred($1, $2, $3) as reason', [playerId, at, barredCountries])
  const { reason } = reasonRow.parse(rows[0])
  if (reason === null) return null
  if (reason === 'country-barred') return refusal(bodyCode.countryBarred)
  return refusal(bodyCode.playPaused, pauseDetail(await longestBreak(sql, playerId, now)))
}

/**
 * Null for a new deposit of so many coins; else as `refuseBarred`, or 1703 with the limit that it would pass and what is
 * left of it. The account's row is held alone in the transaction that places it, so that no two pass a limit together.
 */
export const refuseDeposit = async (
  tx: Sql,
  { coins, ...asking }: Asking & { coins: bigint },
): Promise<Refusal | null> => {
  const barred = await refuseBarred(tx, asking)
  if (barred) return barred
  const passed = await passedLimit(tx, { ...asking, kind: 'deposit', coins })
  return passed && refusal(bodyCode.limitReached, passed)
}
