import type { GatheringFigure } from '@minefall/shared/contracts'
import { type LiveMatch, seatedPlayers } from '../host/live-match.ts'

/** The fullest gathering match of each queue of a table that somebody sits at; private tables are nobody else's. */
export const gatheringFigures = (matches: readonly LiveMatch[], gameId: string): GatheringFigure[] => {
  const best = new Map<string, GatheringFigure>()
  for (const match of matches) {
    const { state } = match.record
    if (state.gameId !== gameId || state.phase !== 'gathering' || !match.origin.open) continue
    const { asset, stake, seats } = state
    const avatars = seatedPlayers(match).map(({ player }) => player.avatar)
    const queue = `${stake}/${asset}`
    if (avatars.length > (best.get(queue)?.avatars.length ?? 0))
      best.set(queue, { stake, asset, seats, avatars })
  }
  return [...best.values()]
}
