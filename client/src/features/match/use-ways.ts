import type { MatchId } from '@minefall/shared/game'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'

/** The ways out of a table, and to a match. */
export const useWays = () => {
  const navigate = useNavigate()
  return useMemo(() => {
    const follow = (going: Promise<void>) => void going.catch(() => undefined)
    return {
      home: () => follow(navigate({ to: '/' })),
      /** To the arena that this tab plays in. */
      arena: () =>
        follow(
          import('../arena/live.ts').then(({ arenaOfTab }) => {
            const arenaId = arenaOfTab()
            return navigate({ to: '/arena/{-$arenaId}', params: arenaId === null ? {} : { arenaId } })
          }),
        ),
      tables: () => follow(navigate({ to: '/games' })),
      match: (gameId: string, match: MatchId, replace = false) =>
        follow(navigate({ to: '/game/$gameId', params: { gameId }, search: { match }, replace })),
    }
  }, [navigate])
}
