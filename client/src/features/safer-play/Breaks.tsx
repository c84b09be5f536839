import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { BreakDialog } from './BreakDialog.tsx'
import type { BreakKind } from './breaks.ts'
import styles from './play.module.css'
import type { HeardPlay } from './play-calls.ts'

/** The two kinds of break, before one has begun. */
export const Breaks = ({ userId, play }: { userId: string; play: HeardPlay }) => {
  const { t } = useTranslation('play')
  const [asked, ask] = useState<BreakKind | null>(null)
  return (
    <section className={styles.part} aria-labelledby="play-breaks">
      <h3 id="play-breaks" className={styles.heading}>
        {t('breaks.title')}
      </h3>
      <p className={styles.text}>{t('breaks.text')}</p>
      <div className={styles.two}>
        <Panel className={styles.way}>
          <Icon name="pause" size={24} />
          <div>
            <h4 className={styles.name}>{t('breaks.timeOut')}</h4>
            <p className={styles.hint}>{t('breaks.timeOutText')}</p>
          </div>
          <Button wide onClick={() => ask('time-out')}>
            {t('break.timeOut')}
          </Button>
        </Panel>
        <Panel className={styles.way}>
          <Icon name="shield" size={24} />
          <div>
            <h4 className={styles.name}>{t('breaks.exclusion')}</h4>
            <p className={styles.hint}>{t('breaks.exclusionText')}</p>
          </div>
          <Button variant="quiet" wide onClick={() => ask('self-exclusion')}>
            {t('break.exclusion')}
          </Button>
        </Panel>
      </div>
      {asked && <BreakDialog userId={userId} play={play} kind={asked} onClose={() => ask(null)} />}
    </section>
  )
}
