/**
 * An amount of a currency for display, with its own symbol before it: not every currency here is one that `Intl` knows
 * by its code.
 */
export const formatMoney = (amount: number, symbol: string, locale: string): string => {
  const digits = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return `${symbol}\u2060${digits.format(amount)}`
}
