import { shallowEqual } from '@xstate/react'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../board/Board.tsx'
import { tileName } from '../../board/model/coordinates.ts'
import { boardScene, pickedIn } from '../../board/model/scene.ts'
import { useCalm } from '../../lib/play-settings.ts'
import { canPlay, type MatchActorRef, useMatch } from '../../machines/match/index.ts'
import shape from '../../styles/shape.module.css'
import { useTints } from '../themes/index.ts'
import styles from './match.module.css'
import { useNameOf } from './names.ts'
import { playPress } from './use-cues.ts'

/** The tile chosen by the first of two taps; forgotten when the turn is over or the tile is not ours to open. */
const useArmed = (
  turn: number | null,
  canPlay: boolean,
): readonly [number | null, (tile: number | null) => void] => {
  const [chosen, choose] = useState<{ tile: number; turn: number | null } | null>(null)
  const armed = canPlay && chosen && chosen.turn === turn ? chosen.tile : null
  return [armed, (tile) => choose(tile === null ? null : { tile, turn })]
}

/** The board of a match, which it alone draws again with each move. */
export const MatchBoard = memo(({ match, asleep }: { match: MatchActorRef; asleep: boolean }) => {
  const { t } = useTranslation(['match', 'board'])
  const rules = useMatch(match, (state) => state.rules)
  const board = useMatch(match, (state) => state.board)
  const turn = useMatch(match, (state) => state.turn?.turn ?? null)
  const yours = useMatch(match, (state, { context }) => state.turn?.seat === context.seat)
  const pending = useMatch(match, (_, { context }) => context.pending)
  const picked = useMatch(match, pickedIn, shallowEqual)
  const mayPlay = useMatch(match, (_, snapshot) => canPlay(snapshot))
  const isGathering = useMatch(match, (state) => state.phase === 'gathering')
  const nameOf = useNameOf(match, t('match:seat.youLower'))
  const calm = useCalm()
  const tints = useTints()
  const [armed, arm] = useArmed(turn, mayPlay)
  const scene = useMemo(
    () => boardScene({ rules, board, yours, pending, picked, canPlay: mayPlay, armed }),
    [rules, board, yours, pending, picked, mayPlay, armed],
  )
  const open = (tile: number) => {
    arm(null)
    playPress()
    match.send({ type: 'tile.press', tile })
  }
  return (
    <div className={styles.tray} inert={isGathering}>
      <Board
        scene={scene}
        facts={match}
        nameOf={nameOf}
        onOpen={open}
        onArm={arm}
        tints={tints}
        calm={calm}
        asleep={asleep}
      />
      <p className={shape.aside} aria-live="polite">
        {armed === null ? '' : t('board:tapAgain', { at: tileName(armed, rules.w) })}
      </p>
    </div>
  )
})
