import type { MoneyCurrency } from '@minefall/shared/contracts/rest'
import type { Coins } from '@minefall/shared/game'

const once = <T>(make: (locale: string) => T) => {
  const made = new Map<string, T>()
  return (locale: string): T => {
    const known = made.get(locale)
    if (known) return known
    const fresh = make(locale)
    made.set(locale, fresh)
    return fresh
  }
}

const whole = once((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }))
const compact = once(
  (locale) =>
    new Intl.NumberFormat(locale, {
      notation: 'compact',
      maximumFractionDigits: 1,
      // Thousands of ten thousands have no fraction.
      maximumSignificantDigits: 4,
      roundingPriority: 'lessPrecision',
      roundingMode: 'trunc',
    }),
)
const second = once(
  (locale) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'second',
      // Japanese has its own word in the longer form alone.
      unitDisplay: locale === 'ja-JP' ? 'short' : 'narrow',
    }),
)
const list = once((locale) => new Intl.ListFormat(locale))
const money = once(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
)
const relative = once((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const dateAndTime = once(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
)
const time = once((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }))
const day = once((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full' }))
const utcDay = once((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }))
const utcDayShort = once(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
)

/** A whole amount of coins with the locale's grouping. Amounts may pass 2^53, so they are formatted as integers. */
export const formatCoins = (amount: Coins, locale: string): string => whole(locale).format(BigInt(amount))

/** A whole amount of coins in few characters, such as 12.3K; never more than there is. */
export const formatCoinsShort = (amount: Coins, locale: string): string =>
  compact(locale).format(BigInt(amount))

/** Several things in one phrase: "10 coins, 5 bonus coins, and 1 held coin". */
export const formatList = (parts: readonly string[], locale: string): string => list(locale).format(parts)

/**
 * An amount of a currency for display, with its own symbol before it: not every currency here is one that `Intl` knows
 * by its code.
 */
export const formatMoney = (amount: number, symbol: string, locale: string): string =>
  `${symbol}\u2060${money(locale).format(amount)}`

/** Keeps a sum's symbol and its digits on one line; letters stand apart from what follows. */
const withSymbol = (symbol: string, digits: string): string =>
  `${symbol}${/\p{L}$/u.test(symbol) ? '\u00a0' : '\u2060'}${digits}`

const exact = (text: string, least: number, most: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most }).format(
    // A decimal number of any length is read digit by digit, never as a float.
    text as `${number}`,
  )

/** A sum of money as the server tells it, such as `1012.00`, with every place of its currency. */
export const formatSum = (
  sum: string,
  { symbol, decimals }: Pick<MoneyCurrency, 'symbol' | 'decimals'>,
  locale: string,
): string => withSymbol(symbol, exact(sum, decimals, decimals, locale))

/** Units of a currency for one coin, with as many places as it has and at least those of the currency. */
export const formatRate = (
  rate: string,
  { symbol, decimals }: Pick<MoneyCurrency, 'symbol' | 'decimals'>,
  locale: string,
): string => withSymbol(symbol, exact(rate, decimals, 8, locale))

/** Hundredths of a percent as percent, such as 1.2%. */
export const formatShare = (bps: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000)

/** A count with the locale's grouping. */
export const formatCount = (count: number, locale: string): string => whole(locale).format(count)

/** Milliseconds as whole seconds, rounded up as clocks that run down are read. */
export const formatSeconds = (ms: number, locale: string): string =>
  second(locale).format(Math.max(0, Math.ceil(ms / 1000)))

/** A point in time, in milliseconds since 1970, as date and time. */
export const formatDateTime = (at: number, locale: string): string => dateAndTime(locale).format(at)

/** The time of day of a point in time, in milliseconds since 1970. */
export const formatTime = (at: number, locale: string): string => time(locale).format(at)

/** The day of a point in time, in milliseconds since 1970, with its weekday. */
export const formatDay = (at: number, locale: string): string => day(locale).format(at)

/** A day of the calendar in UTC, such as `2026-03-29`, with its weekday: the same day wherever it is read. */
export const formatUtcDay = (day: string, locale: string): string => utcDay(locale).format(Date.parse(day))

/** A day of the calendar in UTC for a column of a table, without its weekday. */
export const formatUtcDayShort = (day: string, locale: string): string =>
  utcDayShort(locale).format(Date.parse(day))

const steps = [
  { unit: 'second', ms: 1_000, below: 60_000 },
  { unit: 'minute', ms: 60_000, below: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, below: 86_400_000 },
  { unit: 'day', ms: 86_400_000, below: Number.POSITIVE_INFINITY },
] as const

/** How long ago or ahead `at` is, both in milliseconds since 1970: "3 minutes ago". */
export const formatRelative = (at: number, now: number, locale: string): string => {
  const passed = at - now
  const step = steps.find(({ below }) => Math.abs(passed) < below) ?? steps[3]
  return relative(locale).format(Math.round(passed / step.ms), step.unit)
}
