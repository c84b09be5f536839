/** A contrast as it is told: to one decimal place and never rounded up, so that 4.49 is not said to be the 4.5 it misses. */
export const ratioText = (ratio: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    Math.floor(ratio * 10 + 1e-9) / 10,
  )
