import { useTranslation } from 'react-i18next'
import { Net } from './Net.tsx'
import styles from './play.module.css'
import type { HeardPlay } from './play-calls.ts'
import { durationText } from './played-time.ts'

/** How long was played today, and what came of it. */
export const Figures = ({ play }: { play: HeardPlay }) => {
  const { t, i18n } = useTranslation('play')
  const { seconds, coin, promo } = play.today
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('today.time')}</dt>
        <dd>{durationText(seconds, i18n.language)}</dd>
      </div>
      <div>
        <dt>{t('today.coin')}</dt>
        <dd>
          <Net amount={coin.net} purse="coin" />
        </dd>
      </div>
      <div>
        <dt>{t('today.promo')}</dt>
        <dd>
          <Net amount={promo.net} purse="promo" />
        </dd>
      </div>
    </dl>
  )
}
