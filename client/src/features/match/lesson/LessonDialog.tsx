import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../../board/Board.tsx'
import { tileName } from '../../../board/model/coordinates.ts'
import { boardScene } from '../../../board/model/scene.ts'
import { formatList } from '../../../lib/format.ts'
import { useCalm } from '../../../lib/play-settings.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../../ui/Dialog.tsx'
import { SeatDial } from '../../../ui/SeatDial.tsx'
import { useTints } from '../../themes/index.ts'
import { seatName } from '../names.ts'
import { playCues, playPress } from '../use-cues.ts'
import styles from './lesson.module.css'
import { choices, type Lesson, type LessonStep, leastRisk, startLesson } from './lesson.ts'

const numbers: Record<LessonStep, number> = { clue: 1, certain: 2, why: 2, odds: 3, over: 3 }
const last = 3

const usePercent = () => {
  const { i18n } = useTranslation()
  return (share: number) => new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share)
}

/** What is said of a lesson where it stands. */
const useText = ({ step, state, missed }: Lesson): string => {
  const { t } = useTranslation('lesson')
  const percent = usePercent()
  if (missed !== null) return t('missed', { at: tileName(missed, state.rules.w) })
  if (step !== 'over') return t(`text.${step}`)
  const move = state.moves.at(-1)
  const risk = choices.find(({ tiles }) => tiles.some((tile) => tile === move?.tile))?.risk ?? leastRisk
  const [safe, mine] =
    risk === leastRisk ? (['bestSafe', 'bestMine'] as const) : (['worseSafe', 'worseMine'] as const)
  return t(`over.${move?.mine ? mine : safe}`, { risk: percent(risk), least: percent(leastRisk) })
}

/** The odds of every closed tile, and why they are so. */
const Odds = ({ columns }: { columns: number }) => {
  const { t, i18n } = useTranslation('lesson')
  const percent = usePercent()
  const named = (tiles: readonly number[]) =>
    formatList(
      tiles.map((tile) => tileName(tile, columns)),
      i18n.language,
    )
  return (
    <ul className={styles.odds} aria-label={t('odds.title')}>
      {choices.map(({ name, tiles, risk }) => (
        <li key={name} data-choice={name}>
          <b>{percent(risk)}</b>
          <span>
            <strong>{name === 'far' ? t('odds.rest', { tiles: tiles.length }) : named(tiles)}</strong>
            <small>{t(`odds.${name}`)}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The opponents at the table, who don't move. */
const Waiting = ({ state }: Pick<Lesson, 'state'>) => {
  const { t, i18n } = useTranslation('lesson')
  const others = state.table.flatMap((taken) => (taken && taken.seat > 0 ? [taken] : []))
  return (
    <div className={styles.waiting}>
      {others.map(({ seat, player }) => (
        <SeatDial key={seat} seat={seat} avatar={player.avatar} size={32} />
      ))}
      <span>
        {t('waiting', {
          names: formatList(
            others.map(({ player }) => player.name),
            i18n.language,
          ),
        })}
      </span>
    </div>
  )
}

/** What a clue says, one certain tile, one choice by odds: a minute on a board made for it, left at any step. */
export const LessonDialog = ({ open, onClose }: { open: boolean; onClose(): void }) => {
  const { t } = useTranslation(['lesson', 'match'])
  const [actor] = useState(startLesson)
  const lesson = useSelector(actor, ({ context }) => context)
  const { step, state } = lesson
  const calm = useCalm()
  const tints = useTints()
  const place = useRef<HTMLDivElement>(null)
  const text = useText(lesson)
  const isOurs = step === 'certain' || step === 'odds'
  const { rules, board } = state
  const scene = useMemo(
    () => boardScene({ rules, board, yours: isOurs, canPlay: isOurs }),
    [rules, board, isOurs],
  )
  useEffect(() => {
    const heard = actor.on('fact', (fact) => playCues(fact, 0))
    return () => heard.unsubscribe()
  }, [actor])
  useEffect(() => {
    // The button that led here is gone.
    if (isOurs) place.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus()
  }, [isOurs])
  const you = t('match:seat.youLower')
  const press = (tile: number) => {
    playPress()
    actor.send({ type: 'press', tile })
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('title')} size="wide" className={styles.lesson}>
      <p className={styles.step}>{t('step', { step: numbers[step], last })}</p>
      <p className={styles.text} role="status">
        {text}
      </p>
      {(step === 'odds' || step === 'over') && <Odds columns={rules.w} />}
      <div className={styles.slot} ref={place}>
        <Board
          scene={scene}
          facts={actor}
          nameOf={(seat) => seatName(state, seat, 0, you)}
          onOpen={press}
          // Nothing is at stake: one tap is enough on small tiles too.
          onArm={press}
          tints={tints}
          calm={calm}
        />
      </div>
      <Waiting state={state} />
      <DialogActions split>
        {(step === 'clue' || step === 'why') && (
          <Button variant="primary" onClick={() => actor.send({ type: 'next' })}>
            {t('next')}
          </Button>
        )}
        {step === 'over' && (
          <>
            <Button variant="primary" onClick={onClose}>
              {t('done')}
            </Button>
            <Button icon="again" onClick={() => actor.send({ type: 'again' })}>
              {t('again')}
            </Button>
          </>
        )}
        {step !== 'over' && (
          <Button variant="quiet" onClick={onClose}>
            {t('leave')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
