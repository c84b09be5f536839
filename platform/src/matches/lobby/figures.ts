import type { GatheringFigure } from '@minefall/shared/contracts'
import { type LiveMatch, seatedPlayers } from '../host/live-match.ts'
import { fullest } from './merge-parts.ts'

/** The fullest gathering match of each queue of a table that somebody sits at; private tables are nobody else's. */
export const gatheringFigures = (matches: readonly LiveMatch[], gameId: string): GatheringFigure[] =>
  fullest(
    gameId,
    matches.flatMap((match): GatheringFigure[] => {
      const { state } = match.record
      if (state.gameId !== gameId || state.phase !== 'gathering' || !match.origin.open) return []
      const { asset, stake, seats } = state
      return [{ stake, asset, seats, avatars: seatedPlayers(match).map(({ player }) => player.avatar) }]
    }),
  )
