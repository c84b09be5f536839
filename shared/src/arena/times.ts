/** Times of an arena, in milliseconds. */
export const arenaTimes = {
  /** So long before its begin it is announced. */
  announceMs: 24 * 3_600_000,
  /** So long before its begin it may be joined. */
  openMs: 15 * 60_000,
  /** So long before its end no one joins any more. */
  lastJoinMs: 3 * 60_000,
  /** Matches under way at its end count when they are over within this. */
  overtimeMs: 3 * 60_000,
} as const

export type ArenaPhase = 'announced' | 'open' | 'running' | 'ending' | 'finished' | 'canceled'

/** What decides an arena's phase. Times are in milliseconds since 1970. */
export type ArenaSpan = {
  beginsAt: number
  endsAt: number
  /** When its standings became final, and when it was canceled; null before. */
  finishedAt: number | null
  canceledAt: number | null
}

/** Where an arena is at a time: from its end until its standings are final it is `ending`. */
export const phaseOf = ({ beginsAt, endsAt, finishedAt, canceledAt }: ArenaSpan, now: number): ArenaPhase => {
  if (canceledAt !== null) return 'canceled'
  if (finishedAt !== null) return 'finished'
  if (now >= endsAt) return 'ending'
  if (now >= beginsAt) return 'running'
  return now >= beginsAt - arenaTimes.openMs ? 'open' : 'announced'
}

/** Whether an arena may be joined at a time. */
export const mayJoin = (span: ArenaSpan, now: number): boolean => {
  const phase = phaseOf(span, now)
  return phase === 'open' || (phase === 'running' && now < span.endsAt - arenaTimes.lastJoinMs)
}
