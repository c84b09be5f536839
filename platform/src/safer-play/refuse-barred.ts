import { bodyCode } from '@minefall/shared/contracts'
import { z } from 'zod'
import type { Sql } from '../db/index.ts'
import { type Refusal, refusal } from '../http/index.ts'

const breakRow = z.object({
  kind: z.string(),
  ends_at: z
    .date()
    .transform((at) => at.getTime())
    .nullable(),
})

const reasonRow = z.object({ reason: z.enum(['play-paused', 'country-barred']).nullable() })

/**
 * Keeps what an account may do as it is until the transaction ends. Whoever changes that holds the row alone, so the two
 * come one after the other.
 */
export const holdStanding = async (tx: Sql, playerId: string): Promise<void> => {
  await tx.query('select from login_account where player_id = $1 for share', [playerId])
}

/** The break of an account that ends last, of those that go on: `ends_at` is null for good. */
const longestBreak = async (sql: Sql, playerId: string, at: Date) => {
  const { rows } = await sql.query(
    `select kind, ends_at from play_break where player_id = $1 and (ends_at is null or ends_at > $2)
     order by ends_at desc nulls first limit 1`,
    [playerId, at],
  )
  return breakRow.parse(rows[0])
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
  const { kind, ends_at: until } = await longestBreak(sql, playerId, at)
  return refusal(bodyCode.playPaused, until === null ? { kind } : { kind, until })
}
