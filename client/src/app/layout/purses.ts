import type { Balance } from '@minefall/shared/contracts'
import type { Coins } from '@minefall/shared/game'
import type { Purse } from '../../ui/Coin.tsx'

export type PurseAmount = { purse: Purse; amount: Coins }

/** What a visitor has, purse by purse: an account's coins, a guest's trial coins, and what seats hold of them. */
export const pursesOf = (
  { coin, promo, trial, held }: Balance,
  { signedIn }: { signedIn: boolean },
): PurseAmount[] => {
  const own: PurseAmount[] = signedIn
    ? [
        { purse: 'coin', amount: coin },
        { purse: 'promo', amount: promo },
      ]
    : [{ purse: 'trial', amount: trial }]
  const set = signedIn ? BigInt(held.coin) + BigInt(held.promo) : BigInt(held.trial)
  const [first, ...others] = [...own, { purse: 'held' as const, amount: String(set) }]
  return first ? [first, ...others.filter(({ amount }) => amount !== '0')] : []
}
