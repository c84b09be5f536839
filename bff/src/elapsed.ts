/** How long ago that was, in milliseconds; 0 where the clock was set back since. */
export const elapsed = (since: number, now: number): number => Math.max(0, now - since)

/** Whether that was less than `ms` ago; not where the clock was set back since, or it would be for as long. */
export const isRecent = (since: number, now: number, ms: number): boolean => now >= since && now - since < ms
