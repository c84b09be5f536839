import { dayOf } from './rows.ts'

const dayMs = 86_400_000
/** Further back than this a day is named by its date. */
const relativeDays = 1

/** How days and times are said in a language. */
export const timesIn = (language: string) => {
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
  const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const date = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' })
  const dateOfYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric' })
  return {
    /** Such as 14:05. */
    time: (at: number): string => clock.format(at),
    /** Today and yesterday by their names, then the weekday with its date, and the year where it is another. */
    day(at: number, now: number): string {
      // A day may have 23 or 25 hours.
      const ago = Math.round((dayOf(now) - dayOf(at)) / dayMs)
      if (ago >= 0 && ago <= relativeDays) return near.format(-ago, 'day')
      const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
      return (isThisYear ? date : dateOfYear).format(at)
    },
  }
}

export type Times = ReturnType<typeof timesIn>
