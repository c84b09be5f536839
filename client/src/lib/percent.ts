/** A share of 0–1 as a percentage, whole unless it is to have digits: "41%", "98.7%". */
export const formatPercent = (share: number, locale: string, digits = 0): string =>
  new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(share)
