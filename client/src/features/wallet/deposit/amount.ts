import type { Channel } from '@minefall/shared/contracts/rest'
import type { NoticeName } from '@minefall/shared/notices'

/** What is wrong with an amount: the documented notice, and the limit it names. */
export type AmountTrouble = { notice: NoticeName; limit: string | null }

/** What keeps an amount from being deposited this way; null where nothing does. */
export const amountTrouble = (
  amount: string | null,
  { least, most }: Pick<Channel, 'least' | 'most'>,
): AmountTrouble | null => {
  if (amount === null) return { notice: 'amount-invalid', limit: null }
  if (BigInt(amount) < BigInt(least)) return { notice: 'amount-below', limit: least }
  return BigInt(amount) > BigInt(most) ? { notice: 'amount-above', limit: most } : null
}

const usual = ['200', '500', '1000', '2000', '5000', '10000', '20000', '50000'] as const

/** Up to five usual amounts that this way takes. */
export const quickAmounts = ({ least, most }: Pick<Channel, 'least' | 'most'>): string[] =>
  usual.filter((coins) => BigInt(coins) >= BigInt(least) && BigInt(coins) <= BigInt(most)).slice(0, 5)
