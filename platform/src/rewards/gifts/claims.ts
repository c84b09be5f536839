import { z } from 'zod'
import type { Sql } from '../../db/index.ts'
import type { Period } from '../periods.ts'

/** What a player has claimed. */
export type Claims = {
  /** Whether this was claimed in this period, or in a later one: a clock that was set back gives nothing twice. */
  has(bonusType: string, period: Period): boolean
}

const rowSchema = z.object({ bonus_type: z.string(), period: z.string() })

/** Reads the latest claim of each kind. */
export const readClaims = async (sql: Sql, playerId: string): Promise<Claims> => {
  const { rows } = await sql.query(
    `select bonus_type, max(period collate "C") as period from gift_claim where player_id = $1 group by bonus_type`,
    [playerId],
  )
  const latest = new Map(
    rowSchema
      .array()
      .parse(rows)
      .map(({ bonus_type, period }) => [bonus_type, period]),
  )
  return {
    has: (bonusType, { name }) => (latest.get(bonusType) ?? '') >= name,
  }
}
