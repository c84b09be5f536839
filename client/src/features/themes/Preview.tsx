import type { DerivedTheme } from '@minefall/shared/theme'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Board } from '../../board/Board.tsx'
import { Button } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { SeatMark } from '../../ui/SeatMark.tsx'
import { openPractice, type Practice, practiceScene, practiceState } from '../match/practice.ts'
import styles from './Preview.module.css'
import { Worn } from './Worn.tsx'

/** A match under way: some tiles are open, and a mine was found by somebody else. */
const begun: Practice = {
  columns: 5,
  rows: 5,
  mines: [3, 7, 8, 15, 22],
  opened: [0, 1, 5, 6, 10, 11, 2, 18, 19, 13, 24],
}

/** The product in a theme, small: a board to play on, a button, seats and coins. */
export const Preview = ({ theme }: { theme: DerivedTheme }) => {
  const { t } = useTranslation(['themes', 'common'])
  const [practice, setPractice] = useState(begun)
  const open = (tile: number) => setPractice((was) => openPractice(was, tile))
  const playing = practiceState(practice) === 'playing'
  return (
    <Worn theme={theme} className={styles.preview}>
      <div className={styles.head}>
        <b>{t('common:game.mines-clues.name')}</b>
        <span className={styles.note}>{t('preview.label')}</span>
        <span className={styles.turn}>{t('preview.yourTurn')}</span>
      </div>
      <div className={styles.table}>
        <div className={styles.board}>
          <Board
            scene={practiceScene(practice)}
            nameOf={() => t('preview.you')}
            onOpen={open}
            onArm={open}
            tints={theme.tints}
            calm
            plain
          />
        </div>
        <div className={styles.side}>
          <p>
            {t('preview.pot')}
            <Coins amount="1000" purse="coin" />
          </p>
          <p>
            {t('preview.standing')}
            <b>{t('preview.of', { left: 4, seats: 5 })}</b>
            <span className={styles.seats}>
              {[0, 1, 2, 3, 4].map((seat) => (
                <SeatMark key={seat} silent seat={seat} out={seat === 3} />
              ))}
            </span>
          </p>
          <Button variant="primary" wide onClick={() => setPractice(begun)}>
            {t('preview.again')}
          </Button>
        </div>
        <p className={styles.hint}>{playing && t('preview.open')}</p>
      </div>
    </Worn>
  )
}
