import { useNavigate } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import type { MatchSearch } from '../../../lib/search.ts'
import { moveMs, type Player, type Ply, type ReplayActor, startReplay } from './player.ts'

/** The address follows when a move has been looked at for this long, in milliseconds: browsers refuse a flood of changes. */
const settledMs = 300

/** A replay that its address leads to: it opens there, goes where the address goes, and tells it. */
export const usePlayer = (
  gameId: string,
  { match, ply: asked = 0 }: Pick<MatchSearch, 'match' | 'ply'>,
  plies: readonly Ply[],
): readonly [Player, ReplayActor] => {
  const navigate = useNavigate()
  const [replay] = useState(() => startReplay(plies, asked))
  const player = useSelector(replay, ({ context }) => context)
  const { ply, playing, speed } = player

  const told = useRef(asked)
  useEffect(() => {
    if (told.current === asked) return
    told.current = asked
    replay.send({ type: 'seek', ply: asked })
  }, [asked, replay])

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
    const timer = setInterval(() => replay.send({ type: 'tick' }), moveMs(speed))
    return () => clearInterval(timer)
  }, [playing, speed, replay])

  return [player, replay]
}
