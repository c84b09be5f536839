/** When play stood still through no fault of any player: our bus or our journal was away. */
export type Standstill = {
  /** Notes how it is at this moment; `since` is when it began to be away. */
  note(away: boolean, at: { now: number; since: number }): void
  isNow(): boolean
  /** No person's clock runs out before this; the past when all is well. */
  holdsUntil(now: number): number
  /** How long it stood still between `from` and `now`, in milliseconds. */
  within(from: number, now: number): number
}

/** While it stands still clocks are looked at so often, in milliseconds. */
export const lookAgainMs = 250
/** Longer ago than any turn, in milliseconds. */
const rememberMs = 120_000

/** `graceMs` is what every clock is left with when play goes on. */
export const watchStandstill = (graceMs: number): Standstill => {
  let past: { from: number; to: number }[] = []
  let since: number | null = null
  return {
    note(away, at) {
      if (away) since ??= at.since
      else if (since !== null) {
        past = [...past.filter(({ to }) => at.now - to < rememberMs), { from: since, to: at.now }]
        since = null
      }
    },
    isNow: () => since !== null,
    holdsUntil(now) {
      if (since !== null) return now + lookAgainMs
      return (past.at(-1)?.to ?? Number.NEGATIVE_INFINITY) + graceMs
    },
    within: (from, now) =>
      [...past, ...(since === null ? [] : [{ from: since, to: now }])].reduce(
        (sum, stood) => sum + Math.max(0, Math.min(now, stood.to) - Math.max(from, stood.from)),
        0,
      ),
  }
}
