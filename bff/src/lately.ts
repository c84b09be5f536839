import { type Clock, steadyOf } from '@minefall/shared/node'

/** How long ago that was, in milliseconds; 0 where the clock was set back since. */
export const elapsed = (since: number, now: number): number => Math.max(0, now - since)

/** Whether that was less than `ms` ago; not where the clock was set back since, or it would be for as long. */
export const isRecent = (since: number, now: number, ms: number): boolean => now >= since && now - since < ms

/** Keys that were added within the last `ms` milliseconds, `most` of them; of more the oldest goes. */
export const addedLately = (shown: Clock, { ms, most }: { ms: number; most: number }) => {
  const clock = steadyOf(shown)
  /** Until when each counts; the one added last stands last. */
  const ends = new Map<string, number>()
  return {
    has: (key: string) => (ends.get(key) ?? 0) > clock.now(),
    add(key: string) {
      ends.delete(key)
      ends.set(key, clock.now() + ms)
      const [oldest] = ends.keys()
      if (ends.size > most && oldest !== undefined) ends.delete(oldest)
    },
  }
}
