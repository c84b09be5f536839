/** What was counted towards the next reminder. `day` and `seconds` are the newest of the server's figures. */
export type Tally = {
  /** The day in UTC that `seconds` were played on. */
  day: string
  seconds: number
  /** Seconds played since the last reminder. */
  since: number
}

/** The server's figures of one moment. */
export type Reading = { day: string; seconds: number }

/** Counts what was played since the reading before. One that is older changes nothing; a new day begins at nothing. */
export const count = (tally: Tally | null, { day, seconds }: Reading): Tally => {
  if (!tally) return { day, seconds, since: seconds }
  if (day > tally.day) return { day, seconds, since: tally.since + seconds }
  if (day < tally.day || seconds <= tally.seconds) return tally
  return { day, seconds, since: tally.since + seconds - tally.seconds }
}

/** The player was reminded: the next reminder is counted from here. */
export const reminded = (tally: Tally): Tally => ({ ...tally, since: 0 })

/** Whether so many minutes were played since the last reminder; never with null. */
export const isDue = (tally: Tally | null, minutes: number | null): boolean =>
  tally !== null && minutes !== null && tally.since >= minutes * 60

/** The reading of a moment of the server's time, in milliseconds since 1970. */
export const readingOf = (at: number, seconds: number): Reading => ({
  day: new Date(at).toISOString().slice(0, 10),
  seconds,
})
