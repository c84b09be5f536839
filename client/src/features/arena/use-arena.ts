import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { arenaWatch, setWay } from './live.ts'

/** Watches an arena, and goes to the matches that it calls this tab to; null watches none. */
export const useArena = (arenaId: string | null): void => {
  const navigate = useNavigate()
  useEffect(() => {
    if (arenaId === null) return
    setWay(({ matchId, gameId }) => {
      navigate({
        to: '/game/$gameId',
        params: { gameId },
        search: { match: matchId },
        state: { sitsAt: matchId },
      }).catch(() => undefined)
    })
    arenaWatch.start(arenaId)
    return () => arenaWatch.leave()
  }, [arenaId, navigate])
}
