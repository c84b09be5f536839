import { tableLimits } from '@minefall/shared/contracts/desk'

/** Stakes with commas between them; null where these are none, too many, too large or not ascending. */
export const stakesIn = (text: string): string[] | null => {
  const stakes = text.split(',').map((part) => part.trim())
  if (stakes.length > tableLimits.stakesMost || !stakes.every((stake) => /^[1-9]\d{0,6}$/.test(stake)))
    return null
  const amounts = stakes.map(Number)
  const isRising = amounts.every((amount, at) => amount > (amounts[at - 1] ?? 0))
  return isRising && amounts.every((amount) => amount <= tableLimits.stakeMost) ? stakes : null
}

/** Percent with at most two places, in hundredths of a percent; undefined where it is none, or more than `most` of them. */
export const bpsIn = (text: string, most: number = tableLimits.rakeBpsMost): number | undefined => {
  const [, whole, places = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  const bps = Number(whole) * 100 + Number(places.padEnd(2, '0'))
  return bps <= most ? bps : undefined
}

/** A whole number from `least` to `most`; undefined where it is none. */
export const wholeIn = (text: string, least: number, most: number): number | undefined => {
  if (!/^\d{1,15}$/.test(text.trim())) return undefined
  const value = Number(text.trim())
  return value >= least && value <= most ? value : undefined
}

const two = (value: number) => String(value).padStart(2, '0')

/** What a field of day and time shows, in the time zone of the browser; empty for no bound. */
export const localOf = (at: number | null): string => {
  if (at === null) return ''
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** What was entered there, in milliseconds since 1970; null for nothing, undefined where it is no time. */
export const instantIn = (text: string): number | null | undefined => {
  if (text === '') return null
  const at = new Date(text).getTime()
  return Number.isNaN(at) ? undefined : at
}
