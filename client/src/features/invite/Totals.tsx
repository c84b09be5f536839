import type { ReferralData } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../lib/format.ts'
import { CountedCoins } from '../../ui/CountedCoins.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './totals.module.css'

const waiting = <Skeleton width="3rem" height="1.75rem" />

/** How many came, how many of them brought a gift, and how much that was in all. */
export const Totals = ({ data }: { data: ReferralData | undefined }) => {
  const { t, i18n } = useTranslation('invite')
  const count = (value: number) => formatCount(value, i18n.language)
  const month = data && { earned: data.earned.thisMonth, most: data.rule.monthlyMost }
  return (
    <section aria-label={t('totals.title')} aria-busy={!data}>
      <dl className={styles.totals}>
        <div className={styles.main}>
          <dt>{t('totals.amount')}</dt>
          <dd>{data ? <CountedCoins amount={data.earned.amount} purse="promo" /> : waiting}</dd>
        </div>
        <div>
          <dt>{t('totals.came')}</dt>
          <dd>{data ? count(data.came) : waiting}</dd>
        </div>
        <div>
          <dt>{t('totals.month')}</dt>
          <dd>
            {month ? t('totals.ofMost', { earned: count(month.earned), most: count(month.most) }) : waiting}
          </dd>
        </div>
      </dl>
      {month && month.earned >= month.most && (
        <Note icon="clock" tone="plain">
          {t('totals.full')}
        </Note>
      )}
    </section>
  )
}
