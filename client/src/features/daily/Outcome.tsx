import type { DailyTry } from '@minefall/shared/contracts/rest'
import { safeTiles } from '@minefall/shared/daily'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../lib/countdown.ts'
import { formatCount } from '../../lib/format.ts'
import { formatPercent } from '../../lib/percent.ts'
import { openLogin } from '../../machines/login/index.ts'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './daily.module.css'
import { useRanking } from './queries.ts'
import { standing } from './try-match.ts'

const ShareDaily = lazy(async () => ({ default: (await import('./ShareDaily.tsx')).ShareDaily }))

/** What a try came to: its score and place, the way to keep it, and its picture. */
export const Outcome = ({ daily, userId }: { daily: DailyTry; userId: string | null }) => {
  const { t, i18n } = useTranslation('daily')
  const [sharing, share] = useState<boolean | null>(null)
  const { day, rules, result } = daily
  const { data: ranking } = useRanking(day, userId)
  const { safe, lives, isCleared } = standing(daily)
  const number = (value: number) => formatCount(value, i18n.language)
  const { accuracy, seconds } = result
  const own = ranking?.own
  return (
    <Panel as="section" className={styles.outcome} aria-labelledby="daily-outcome">
      <h2 id="daily-outcome" className={shape.h28}>
        {t(isCleared ? 'over.cleared' : lives === 0 ? 'over.out' : 'over.late')}
      </h2>
      <dl>
        <div>
          <dt>{t('status.safe')}</dt>
          <dd>{t('status.of', { safe: number(safe), all: number(safeTiles(rules)) })}</dd>
        </div>
        {accuracy !== null && (
          <div>
            <dt>{t('over.accuracy')}</dt>
            <dd>{formatPercent(accuracy / 100, i18n.language, 1)}</dd>
          </div>
        )}
        {seconds !== null && (
          <div>
            <dt>{t('status.time')}</dt>
            <dd>{clockText(seconds)}</dd>
          </div>
        )}
        {own && (
          <div>
            <dt>{t('over.place')}</dt>
            <dd>{t('over.placeOf', { place: number(own.place), players: number(ranking.players) })}</dd>
          </div>
        )}
      </dl>
      {seconds === null && <p role="status">{t('over.counting')}</p>}
      {userId === null && (
        <div className={styles.keep}>
          <p>{t('over.guest')}</p>
          <Button variant="primary" onClick={() => openLogin('/daily')}>
            {t('over.logIn')}
          </Button>
        </div>
      )}
      <div className={styles.ways}>
        <Button icon="share" disabled={seconds === null} onClick={() => share(true)}>
          {t('over.share')}
        </Button>
        <p className={styles.verified}>
          <Icon name="check" size={16} /> {t('verified')}
        </p>
      </div>
      {sharing !== null && (
        <Suspense fallback={null}>
          <ShareDaily open={sharing} onClose={() => share(false)} daily={daily} />
        </Suspense>
      )}
    </Panel>
  )
}
