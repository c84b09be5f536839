import { useNavigate } from '@tanstack/react-router'
import { useEffect, useReducer, useRef } from 'react'
import type { MatchSearch } from '../../lib/search.ts'
import { act, moveMs, type Player, type PlayerAct, playerAt } from './player.ts'

/** The address follows when a move has been looked at for this long, in milliseconds: browsers refuse a flood of changes. */
const settledMs = 300

/** A replay of `last` moves that its address leads to: it opens there, goes where the address goes, and tells it. */
export const usePlayer = (
  gameId: string,
  { match, ply: asked = 0 }: Pick<MatchSearch, 'match' | 'ply'>,
  last: number,
): readonly [Player, (asked: PlayerAct) => void] => {
  const navigate = useNavigate()
  const [player, dispatch] = useReducer(act, null, () => playerAt(asked, last))
  const { ply, playing, speed } = player

  const told = useRef(asked)
  useEffect(() => {
    if (told.current === asked) return
    told.current = asked
    dispatch({ type: 'seek', ply: asked })
  }, [asked])

  useEffect(() => {
    if (!match || ply === told.current) return
    const timer = setTimeout(() => {
      told.current = ply
      navigate({
        to: '/game/$gameId',
        params: { gameId },
        search: { match, ply },
        state: true,
        replace: true,
        resetScroll: false,
      }).catch(() => undefined)
    }, settledMs)
    return () => clearTimeout(timer)
  }, [gameId, match, ply, navigate])

  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => dispatch({ type: 'tick' }), moveMs(speed))
    return () => clearInterval(timer)
  }, [playing, speed])

  return [player, dispatch]
}
