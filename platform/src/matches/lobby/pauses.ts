/** Who missed the reveal too often and for how long they can't sit; kept in memory, a restart forgives. */
export type Pauses = {
  missed(playerId: string, at: number): void
  /** Until when the player is paused from sitting; null when they may sit. */
  pausedUntil(playerId: string, at: number): number | null
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
  return {
    missed(playerId, at) {
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
  }
}
