import type { GiftStatus, VipCenter } from '@minefall/shared/contracts/rest'
import type { Period } from '../periods.ts'
import type { Claims } from './claims.ts'

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
