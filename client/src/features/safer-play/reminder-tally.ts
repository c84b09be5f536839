import { createStore, useStore } from '../../lib/store.ts'

const isShown = createStore(() => false)

/** Notes whether the reminder stands over the page. */
export const noteReminding = (next: boolean): void => isShown.set(next)

/** Whether the reminder stands over the page: nothing else does at the same time. */
export const useReminding = (): boolean => useStore(isShown)

/** What was counted of an account's play. `day` and `seconds` are the newest of the server's figures. */
export type Tally = {
  /** The day in UTC that `seconds` were played on. */
  day: string
  seconds: number
  /** Seconds played since this browser began to count; it never goes back. */
  total: number
}

/** The server's figures of one moment. */
export type Reading = { day: string; seconds: number }

/** Counts what was played since the reading before. One that is older changes nothing; a new day begins at nothing. */
export const count = (tally: Tally | null, { day, seconds }: Reading): Tally => {
  if (!tally) return { day, seconds, total: seconds }
  if (day > tally.day) return { day, seconds, total: tally.total + seconds }
  if (day < tally.day || seconds <= tally.seconds) return tally
  return { day, seconds, total: tally.total + seconds - tally.seconds }
}

/** Seconds played since the reminder that was answered at `answeredAt` of the total. */
export const sinceReminder = (tally: Tally | null, answeredAt: number): number =>
  Math.max(0, (tally?.total ?? 0) - answeredAt)

/** Whether so many minutes were played since the last reminder; never with null. */
export const isDue = (seconds: number, minutes: number | null): boolean =>
  minutes !== null && seconds >= minutes * 60

/** The reading of a moment of the server's time, in milliseconds since 1970. */
export const readingOf = (at: number, seconds: number): Reading => ({
  day: new Date(at).toISOString().slice(0, 10),
  seconds,
})
