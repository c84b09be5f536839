const minuteMs = 60_000

/** Milliseconds as hours and minutes, rounded up: 1 minute while any of the last one is left. */
export const timeLeft = (ms: number): { hours: number; minutes: number } => {
  const minutes = Math.max(0, Math.ceil(ms / minuteMs))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** How much of the time between two moments has passed, from 0 to 1. */
export const sharePassed = ({ since, until }: { since: number; until: number }, now: number): number =>
  until <= since ? 1 : Math.min(1, Math.max(0, (now - since) / (until - since)))
