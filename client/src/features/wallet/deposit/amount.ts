import type { Channel } from '@minefall/shared/contracts'
import { typedAmountSchema } from '@minefall/shared/contracts'
import type { NoticeName } from '@minefall/shared/notices'

/** What is wrong with an amount: the documented notice, and the limit it names. */
export type AmountTrouble = { notice: NoticeName; limit: string | null }

/**
 * Coins as people type them, such as `1,000` or `1 000`: the marks between groups of three are left out. Null for
 * anything that is not a whole number of coins.
 */
export const parseAmount = (typed: string): string | null => {
  const text = typed.normalize('NFKC').trim()
  const isGrouped = /^\d{1,3}(?:([,.'’ _\u00a0\u202f])\d{3}(?:\1\d{3})*)$/.test(text)
  const digits = (isGrouped ? text.replace(/\D/g, '') : text).replace(/^0+(?=\d)/, '')
  return typedAmountSchema.safeParse(digits).success ? digits : null
}

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
