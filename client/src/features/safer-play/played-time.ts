const unit = (locale: string, of: 'day' | 'hour' | 'minute' | 'second', value: number): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: of, unitDisplay: 'short' }).format(value)

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * Whole seconds in their two largest units, such as "1 hr 5 min"; with `least` nothing smaller than that is told, and
 * less than one of it is none.
 */
export const durationText = (
  seconds: number,
  locale: string,
  least: 'minute' | 'second' = 'minute',
): string => {
  const last = steps.findIndex(([name]) => name === least)
  const told = steps.slice(0, last + 1)
  const first = told.findIndex(([, size]) => seconds >= size)
  if (first === -1) return unit(locale, least, 0)
  let rest = seconds
  const parts: string[] = []
  for (const [name, size] of told.slice(first, first + 2)) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(unit(locale, name, count))
  }
  return parts.join(' ')
}
