/**
 * An amount of coins as a language writes it. `full` keeps every digit; `short` says 1K or 1.2M from a thousand
 * on, cut and never rounded up, so that nobody is shown more than there is. Throws a `SyntaxError` when `amount`
 * is no whole number.
 */
export const coinText = (amount: string, language: string, style: 'full' | 'short' = 'full'): string =>
  new Intl.NumberFormat(language, {
    maximumFractionDigits: style === 'short' ? 1 : 0,
    roundingMode: 'trunc',
    ...(style === 'short' ? { notation: 'compact' } : {}),
  }).format(BigInt(amount))
