/** A share of 0–1 as a whole percentage: "41%". */
export const formatPercent = (share: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(share)
