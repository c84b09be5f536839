import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/format.ts'
import { useCoinsText } from '../../ui/use-coins-text.ts'
import { Figures } from './Figures.tsx'
import styles from './play.module.css'
import type { HeardPlay } from './play-calls.ts'

const dayMs = 86_400_000

/** How long was played today, and what came of it. */
export const Today = ({ play }: { play: HeardPlay }) => {
  const { t, i18n } = useTranslation('play')
  const coins = useCoinsText()
  const { coin, promo } = play.today
  const { lost, most } = play.privateLoss
  const matches = coin.matches + promo.matches
  const midnight = formatTime(play.at - (play.at % dayMs), i18n.language)
  return (
    <section className={styles.part} aria-labelledby="play-today">
      <h3 id="play-today" className={styles.heading}>
        {t('today.title')}
      </h3>
      <Figures play={play} />
      <p className={styles.hint}>
        {t('today.note', {
          matches: matches > 0 ? t('today.matches', { count: matches }) : t('today.none'),
          when: midnight,
        })}
      </p>
      {lost !== '0' && (
        <p className={styles.hint}>
          {t('today.private', { lost: coins(lost, 'coin'), most: coins(most, 'coin') })}
        </p>
      )}
    </section>
  )
}
