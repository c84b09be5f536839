/** Who missed the reveal too often and for how long they can't sit; kept in memory, a restart forgives. */
export type Pauses = {
  missed(playerId: string, at: number): void
  /** Until when the player is paused from sitting; null when they may sit. */
  pausedUntil(playerId: string, at: number): number | null
  /** How many players are remembered. */
  remembered(): number
}

export const countPauses = ({
  pauseAfterMissed,
  pauseWindowMs,
  pauseMs,
}: {
  pauseAfterMissed: number
  pauseWindowMs: number
  pauseMs: number
}): Pauses => {
  const misses = new Map<string, number[]>()
  const until = new Map<string, number>()
  let swept = Number.NEGATIVE_INFINITY
  /** Guests come and go: who missed nothing for long is forgotten. */
  const sweep = (at: number) => {
    if (at - swept < pauseMs) return
    swept = at
    for (const [playerId, times] of misses)
      if (times.every((before) => at - before >= pauseWindowMs)) misses.delete(playerId)
    for (const [playerId, end] of until) if (end <= at) until.delete(playerId)
  }
  return {
    missed(playerId, at) {
      sweep(at)
      const recent = (misses.get(playerId) ?? []).filter((before) => at - before < pauseWindowMs)
      recent.push(at)
      if (recent.length < pauseAfterMissed) {
        misses.set(playerId, recent)
        return
      }
      misses.delete(playerId)
      until.set(playerId, at + pauseMs)
    },
    pausedUntil(playerId, at) {
      const end = until.get(playerId)
      if (end === undefined) return null
      if (end > at) return end
      until.delete(playerId)
      return null
    },
    remembered: () => new Set([...misses.keys(), ...until.keys()]).size,
  }
}
