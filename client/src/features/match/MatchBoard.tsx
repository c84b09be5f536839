import { shallowEqual, useSelector } from '@xstate/react'
import { memo, useLayoutEffect, useMemo, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board, type LiveScenes } from '../../board/Board.tsx'
import { tileName } from '../../board/model/coordinates.ts'
import { type BoardScene, boardScene, pickedIn, type SceneInput } from '../../board/model/scene.ts'
import { useCalm } from '../../lib/play-settings.ts'
import {
  canPlay,
  type MatchActorRef,
  type MatchSnapshot,
  useFrameLater,
  useMatch,
} from '../../machines/match/index.ts'
import shape from '../../styles/shape.module.css'
import { useTints } from '../themes/index.ts'
import styles from './match.module.css'
import { useNameOf } from './names.ts'
import { playPress } from './use-cues.ts'

/** The tile chosen by the first of two taps, and its turn: with that the choice is over. */
type Armed = { tile: number; turn: number | null } | null

const inputOf = (snapshot: MatchSnapshot, armed: Armed): SceneInput => {
  const { state, seat, pending } = snapshot.context
  // The screen is about to unmount: React ignores what a selector throws then.
  if (!state) throw new Error('there is no match to read')
  const { rules, board, turn } = state
  return {
    ...{ rules, board, pending },
    yours: turn?.seat === seat,
    picked: pickedIn(state),
    canPlay: canPlay(snapshot),
    armed: armed && armed.turn === (turn?.turn ?? null) ? armed.tile : null,
  }
}

const isSame = ({ picked, ...input }: SceneInput, { picked: wasPicked, ...was }: SceneInput): boolean =>
  shallowEqual(input, was) && shallowEqual(picked, wasPicked)

/** Reads scenes of a match: the same one until something on the board changes. */
const sceneReader = (): ((snapshot: MatchSnapshot, armed: Armed) => BoardScene) => {
  let last: { input: SceneInput; scene: BoardScene } | null = null
  return (snapshot, armed) => {
    const input = inputOf(snapshot, armed)
    if (!last || !isSame(input, last.input)) last = { input, scene: boardScene(input) }
    return last.scene
  }
}

/** The scenes of a match as they come about. */
export const liveScenes = (match: MatchActorRef): LiveScenes & { arm(armed: Armed): void } => {
  const read = sceneReader()
  let armed: Armed = null
  let changed: () => void = () => undefined
  const now = () => read(match.getSnapshot(), armed)
  return {
    now,
    arm(next) {
      armed = next
      changed()
    },
    subscribe(hear) {
      let shown = now()
      changed = () => {
        if (!match.getSnapshot().context.state) return
        const was = shown
        shown = now()
        if (shown !== was) hear(shown)
      }
      const { unsubscribe } = match.subscribe(changed)
      return () => {
        changed = () => undefined
        unsubscribe()
      }
    },
  }
}

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
