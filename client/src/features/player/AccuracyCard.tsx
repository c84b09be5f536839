import type { PlayerDetails } from '@minefall/shared/contracts/rest'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../lib/percent.ts'
import styles from './player.module.css'

/** How near to the best tile a player's moves were, lately and in all. */
export const AccuracyCard = (accuracy: NonNullable<PlayerDetails['accuracy']>) => {
  const { t, i18n } = useTranslation('player')
  const title = useId()
  return (
    <section className={styles.card} aria-labelledby={title}>
      <h2 id={title}>{t('accuracy.title')}</h2>
      <dl className={styles.measures}>
        {(['month', 'all'] as const).map((span) => {
          const mean = accuracy[span]
          return (
            <div key={span}>
              <dt>{t(`accuracy.${span}`)}</dt>
              <dd>{mean === null ? '–' : formatPercent(mean / 100, i18n.language, 1)}</dd>
            </div>
          )
        })}
      </dl>
      <p className={styles.hint}>{t('accuracy.text')}</p>
    </section>
  )
}
