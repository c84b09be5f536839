import { type MatchState, minesOn } from '@minefall/shared/game'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../board/Board.tsx'
import { newPractice, openPractice, practiceScene, practiceState } from '../../board/model/practice.ts'
import { formatShare } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ChatButton } from '../chat/index.ts'
import { useTints } from '../themes/index.ts'
import styles from './help.module.css'
import { LessonButton } from './lesson/Lesson.tsx'

const Practice = () => {
  const { t } = useTranslation('match')
  const [practice, setPractice] = useState(newPractice)
  const state = practiceState(practice)
  return (
    <section className={styles.practice}>
      <h3>{t('help.practice')}</h3>
      <div className={styles.slot}>
        <Board
          scene={practiceScene(practice)}
          nameOf={() => t('seat.youLower')}
          onOpen={(tile) => setPractice((was) => openPractice(was, tile))}
          onArm={() => undefined}
          tints={useTints()}
          calm
          plain
        />
      </div>
      <p role="status">{t(`help.${state}`)}</p>
      {state !== 'playing' && (
        <Button icon="again" onClick={() => setPractice(newPractice())}>
          {t('help.again')}
        </Button>
      )}
    </section>
  )
}

type HelpDialogProps = {
  open: boolean
  rules: MatchState['rules']
  seats: number
  /** What reports a problem. */
  report: ReactNode
  onClose(): void
}

/** The rules of this table in a few sentences, and a small board to try them on. */
export const HelpDialog = ({ open, rules, seats, report, onClose }: HelpDialogProps) => {
  const { t, i18n } = useTranslation(['match', 'rules'])
  const seconds = Math.round(rules.clockMs / 1000)
  const { boards, fade, mines, openers, rise } = rules
  const tiles = rules.w * rules.h
  return (
    <Dialog open={open} onClose={onClose} title={t('help.title')} size="wide">
      <ul className={styles.rules}>
        <li>{t('help.goal', { seats })}</li>
        <li>{t('help.turn', { count: seconds })}</li>
        <li>
          {rise
            ? t('help.minesRising', { mines, tiles, rise, most: minesOn(rules, boards - 1) })
            : t('help.mines', { mines, tiles })}
        </li>
        {openers ? <li>{t('help.openers', { count: openers, fade })}</li> : null}
        <li>{rules.clues ? t('help.clues') : t('help.blind')}</li>
        {rules.sealed && <li>{t('rules:sealed')}</li>}
        {boards > 1 && <li>{t('help.boards', { count: boards })}</li>}
        <li>{t('help.idle')}</li>
        <li>{t('help.lost')}</li>
        {rules.rakeBps > 0 && <li>{t('help.rake', { share: formatShare(rules.rakeBps, i18n.language) })}</li>}
      </ul>
      <Practice />
      <p className={styles.keys}>{t('help.keys')}</p>
      <div className={styles.ways}>
        <LessonButton />
        {report}
        <ChatButton onOpen={onClose} />
      </div>
    </Dialog>
  )
}
