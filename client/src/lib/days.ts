import { useSyncExternalStore } from 'react'
import { followDay } from './follow-day.ts'
import { formatDateTime, formatTime } from './format.ts'

/** What happened on one day. `at` is a moment of it, in milliseconds since 1970. */
export type Day<T> = { key: string; at: number; items: readonly T[] }

/** A calendar day where the visitor is. */
const dayOf = (at: number): string => {
  const date = new Date(at)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}

/** Things by the day they happened on, as `timeOf` tells, in the order they come in. */
export const byDay = <T>(things: readonly T[], timeOf: (thing: T) => number): Day<T>[] => {
  const days: { key: string; at: number; day: string; items: T[] }[] = []
  for (const thing of things) {
    const at = timeOf(thing)
    const day = dayOf(at)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(thing)
    else {
      const before = days.filter((one) => one.day === day).length
      days.push({ key: `${day}/${before}`, at, day, items: [thing] })
    }
  }
  return days
}

/** Which day that was, seen from now; null for one before yesterday. */
export const nearDay = (at: number, now: number): 'today' | 'yesterday' | null => {
  const day = dayOf(at)
  if (day === dayOf(now)) return 'today'
  const before = new Date(now)
  before.setDate(before.getDate() - 1)
  return day === dayOf(before.getTime()) ? 'yesterday' : null
}

/** A point in time, in milliseconds since 1970, as its time of day, with the date unless that is the one of `now`. */
export const formatWhen = (at: number, now: number, locale: string): string =>
  nearDay(at, now) === 'today' ? formatTime(at, locale) : formatDateTime(at, locale)

const today = (): number => new Date().setHours(0, 0, 0, 0)

/** When the visitor's day began, in milliseconds since 1970; the component is drawn again with the next one. */
export const useToday = (): number => useSyncExternalStore(followDay, today, today)
