import { typedAmountSchema } from '@minefall/shared/contracts/rest'

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
