import { typedAmountSchema } from '@minefall/shared/contracts/rest'

type Currency = { code: string; name: string }

/** What a currency is called in the player's language; by its English name where the browser knows no other. */
export const currencyName = ({ code, name }: Currency, language: string): string => {
  // What is no code of ISO 4217 in form, a token for one, is refused with an error.
  if (language.startsWith('en') || !/^[A-Z]{3}$/.test(code)) return name
  return new Intl.DisplayNames([language], { type: 'currency', fallback: 'none' }).of(code) ?? name
}

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
