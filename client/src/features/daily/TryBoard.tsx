import type { DailyTry } from '@minefall/shared/contracts/rest'
import { safeTiles } from '@minefall/shared/daily'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../board/Board.tsx'
import { tileName } from '../../board/model/coordinates.ts'
import { boardScene } from '../../board/model/scene.ts'
import { clockText } from '../../lib/countdown.ts'
import { formatCount } from '../../lib/format.ts'
import { useCalm } from '../../lib/play-settings.ts'
import { useServerNow } from '../../machines/connection/index.ts'
import shape from '../../styles/shape.module.css'
import { playCues, playPress, useSoundBus } from '../match/index.ts'
import { useTints } from '../themes/index.ts'
import styles from './daily.module.css'
import { followTry, standing } from './try-match.ts'

/** The time of a try so far, counted by the second. */
const Clock = ({ since }: { since: number }) => {
  const now = useServerNow(1_000)
  return <b role="timer">{clockText(Math.max(0, Math.floor((now - since) / 1_000)))}</b>
}

/** Lives, safe tiles and time, above the board. */
const Status = ({ daily }: { daily: DailyTry }) => {
  const { t, i18n } = useTranslation('daily')
  const { safe, lives, isOver } = standing(daily)
  const number = (value: number) => formatCount(value, i18n.language)
  const { beganAt, endedAt, rules } = daily
  return (
    <dl className={styles.status}>
      <div>
        <dt>{t('status.lives')}</dt>
        <dd className={styles.lives}>
          <span className={shape.aside}>{t('lives', { count: lives })}</span>
          {Array.from({ length: rules.lives }, (_, life) => (
            <i key={String(life)} data-lost={life >= lives} aria-hidden="true" />
          ))}
        </dd>
      </div>
      <div>
        <dt>{t('status.safe')}</dt>
        <dd>
          <b>{t('status.of', { safe: number(safe), all: number(safeTiles(rules)) })}</b>
        </dd>
      </div>
      <div>
        <dt>{t('status.time')}</dt>
        <dd>
          {isOver ? (
            <b>{clockText(Math.round(((endedAt ?? beganAt) - beganAt) / 1_000))}</b>
          ) : (
            <Clock since={beganAt} />
          )}
        </dd>
      </div>
    </dl>
  )
}

/** What the latest tile was, to a screen reader. */
const Said = ({ daily }: { daily: DailyTry }) => {
  const { t } = useTranslation('daily')
  const last = daily.tiles.at(-1)
  const { lives, isOver } = standing(daily)
  const at = last && tileName(last.tile, daily.rules.w)
  const tile = !last ? '' : last.mine ? t('said.mine', { at }) : t('said.safe', { at, count: last.clue })
  const parts = [tile, last?.mine ? `${t('lives', { count: lives })}.` : '', isOver ? t('said.over') : '']
  return (
    <p className={shape.aside} role="status">
      {parts.filter((part) => part !== '').join(' ')}
    </p>
  )
}

export type TryBoardProps = {
  daily: DailyTry
  /** A tile that was sent and not answered yet. */
  pending?: number | null
  /** Without it nothing can be opened. */
  onOpen?: ((tile: number) => void) | undefined
  children?: ReactNode
}

/** A try on its board: as matches are shown, with lives in place of seats. */
export const TryBoard = ({ daily, pending = null, onOpen, children }: TryBoardProps) => {
  const { t } = useTranslation(['daily', 'board'])
  const [actor] = useState(() => followTry(daily))
  const [armed, arm] = useState<number | null>(null)
  const { rules, board } = useSelector(actor, ({ context }) => context)
  const calm = useCalm()
  const tints = useTints()
  const { isOver } = standing(daily)
  const canPlay = onOpen !== undefined && !isOver
  useSoundBus(false)
  useEffect(() => actor.send({ type: 'told', daily }), [actor, daily])
  useEffect(() => {
    const heard = actor.on('fact', (fact) => playCues(fact, 0))
    return () => heard.unsubscribe()
  }, [actor])
  const scene = useMemo(
    () =>
      boardScene({
        ...{ rules, board, armed, yours: canPlay, canPlay: canPlay && pending === null },
        pending: pending === null ? null : { commandId: '', turn: 0, tile: pending, stage: 'sent' },
      }),
    [rules, board, armed, canPlay, pending],
  )
  const press = (tile: number) => {
    if (!onOpen) return
    playPress()
    arm(null)
    onOpen(tile)
  }
  return (
    <div className={styles.play}>
      <Status daily={daily} />
      <div className={styles.slot}>
        <Board
          scene={scene}
          facts={actor}
          nameOf={() => t('daily:you')}
          onOpen={press}
          onArm={arm}
          tints={tints}
          calm={calm}
          // The button that led here is gone.
          takesFocus={canPlay}
        />
      </div>
      <p className={styles.hint} role="status">
        {armed !== null && canPlay && t('board:tapAgain', { at: tileName(armed, rules.w) })}
      </p>
      <Said daily={daily} />
      {children}
    </div>
  )
}
