import { useSelector } from '@xstate/react'
import { memo, useLayoutEffect, useMemo, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../board/Board.tsx'
import { tileName } from '../../board/model/coordinates.ts'
import { useCalm } from '../../lib/play-settings.ts'
import { type MatchActorRef, useFrameLater, useMatch } from '../../machines/match/index.ts'
import shape from '../../styles/shape.module.css'
import { useTints } from '../themes/index.ts'
import { type Armed, liveScenes, sceneReader } from './board-scenes.ts'
import styles from './match.module.css'
import { useNameOf } from './names.ts'
import { playPress } from './use-cues.ts'

/** The board of a match. Its canvas draws each move at once; its grid, which it alone renders, follows a frame later. */
export const MatchBoard = memo(({ match, asleep }: { match: MatchActorRef; asleep: boolean }) => {
  const { t } = useTranslation(['match', 'board'])
  const later = useFrameLater(match)
  const [armed, arm] = useState<Armed>(null)
  const [isGridAlone, leaveToGrid] = useReducer(() => true, false)
  const readScene = useMemo(sceneReader, [])
  const scene = useSelector(isGridAlone ? match : later, (snapshot) => readScene(snapshot, armed))
  const live = useMemo(() => liveScenes(match), [match])
  useLayoutEffect(() => live.arm(armed), [live, armed])
  const isGathering = useMatch(later, (state) => state.phase === 'gathering')
  const nameOf = useNameOf(later, t('match:seat.youLower'))
  const calm = useCalm()
  const tints = useTints()
  const armedTile = scene.tiles.findIndex(({ kind }) => kind === 'armed')
  const open = (tile: number) => {
    arm(null)
    playPress()
    match.send({ type: 'tile.press', tile })
  }
  return (
    <div className={styles.tray} inert={isGathering}>
      <Board
        scene={scene}
        live={live}
        facts={match}
        nameOf={nameOf}
        onOpen={open}
        onArm={(tile) => arm({ tile, turn: match.getSnapshot().context.state?.turn?.turn ?? null })}
        tints={tints}
        calm={calm}
        asleep={asleep}
        onAbsent={leaveToGrid}
      />
      <p className={shape.aside} aria-live="polite">
        {armedTile < 0 ? '' : t('board:tapAgain', { at: tileName(armedTile, scene.columns) })}
      </p>
    </div>
  )
})
