import type { GatheringFigure } from '@minefall/shared/contracts/live'
import { type LiveMatch, seatedPlayers } from '../host/live-match.ts'
import { fullest } from './merge-parts.ts'

/** The fullest of a table's gathering matches for each queue that someone sits in; private tables are no one else's. */
export const gatheringFigures = (gathering: readonly LiveMatch[], gameId: string): GatheringFigure[] =>
  fullest(
    gameId,
    gathering.flatMap((match): GatheringFigure[] => {
      if (!match.origin.open) return []
      const { asset, stake, seats } = match.record.state
      return [{ stake, asset, seats, avatars: seatedPlayers(match).map(({ player }) => player.avatar) }]
    }),
  )
