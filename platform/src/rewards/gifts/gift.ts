import type { GiftStatus, VipCenter } from '@minefall/shared/contracts/rest'
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

/** Bonus coins that can be claimed once in each period, as they stand for a player. */
export type Gift = { bonusType: string; amount: bigint; period: Period; status: GiftStatus }

/** A gift as it stands, by whether it is earned in this period. */
export const giftOf = (
  { bonusType, amount, period, isEarned }: Omit<Gift, 'status'> & { isEarned: boolean },
  claims: Claims,
): Gift => {
  const status = claims.has(bonusType, period) ? 'received' : isEarned ? 'ready' : 'locked'
  return { bonusType, amount, period, status }
}

export const viewGift = ({ bonusType, amount, period, status }: Gift): VipCenter['bonuses'][number] => ({
  bonus_type: bonusType,
  amount: amount.toString(),
  status,
  endsAt: period.endsAt,
})
