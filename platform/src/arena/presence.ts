import type { Bus, Clock } from '@minefall/shared/node'

/** A player whom no BFF has named for this long is away, in milliseconds: BFFs name them every two seconds. */
const awayMs = 5_000

/** Who watches which arena, as BFFs say. Every node hears all of it, so that one that takes an arena over knows at once. */
export type Presence = {
  isHere(arenaId: string, playerId: string): boolean
  close(): void
}

export const watchPresence = ({ bus, clock }: { bus: Bus; clock: Clock }): Presence => {
  const arenas = new Map<string, Map<string, number>>()

  const forget = (now: number) => {
    for (const [arenaId, players] of arenas) {
      for (const [playerId, at] of players) if (now - at >= awayMs) players.delete(playerId)
      if (players.size === 0) arenas.delete(arenaId)
    }
  }
  const unsubscribe = bus.subscribe('arena.here', null, ({ arenaId, playerIds }) => {
    const now = clock.now()
    forget(now)
    const players = arenas.get(arenaId) ?? new Map<string, number>()
    arenas.set(arenaId, players)
    for (const playerId of playerIds) players.set(playerId, now)
  })
  return {
    isHere: (arenaId, playerId) => clock.now() - (arenas.get(arenaId)?.get(playerId) ?? -awayMs) < awayMs,
    close: unsubscribe,
  }
}
