import type { PlayDay } from '@minefall/shared/contracts/rest'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../calls/notices.ts'
import { formatCount } from '../../lib/format.ts'
import { DownloadFile } from '../../parts/lists/DownloadFile.tsx'
import { Again, askAgain } from '../../parts/QueryState.tsx'
import { Button } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './days.module.css'
import { durationText, Net } from './Figures.tsx'
import play from './play.module.css'
import { usePlayDays } from './use-play.ts'

const dayText = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** What there was on a day; figures of nothing are left out. */
const DayEntry = ({ entry }: { entry: PlayDay }) => {
  const { t, i18n } = useTranslation('play')
  const coin = (amount: string): ReactNode => amount !== '0' && <Coins amount={amount} purse="coin" />
  const figures: readonly (readonly [string, ReactNode])[] = [
    [t('days.time'), entry.seconds > 0 && durationText(entry.seconds, i18n.language)],
    [t('days.matches'), entry.matches > 0 && formatCount(entry.matches, i18n.language)],
    [t('days.staked'), coin(entry.staked)],
    [t('days.returned'), coin(entry.returned)],
    [t('days.deposited'), coin(entry.deposited)],
    [t('days.withdrawn'), coin(entry.withdrawn)],
    [t('days.gifts'), entry.gifts !== '0' && <Coins amount={entry.gifts} purse="promo" />],
    [t('days.promoNet'), entry.promoNet !== '0' && <Net amount={entry.promoNet} purse="promo" />],
  ]
  return (
    <Panel as="li" className={styles.day}>
      <div className={styles.head}>
        <h4>
          <time dateTime={entry.day}>{dayText(entry.day, i18n.language)}</time>
        </h4>
        {entry.staked !== '0' && <Net amount={entry.net} purse="coin" />}
      </div>
      <dl className={styles.figures}>
        {figures.map(
          ([term, value]) =>
            value && (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Panel>
  )
}

const fetchDays = async () => (await import('./play-calls.ts')).fetchDaysFile()

/** The way on to older days, and once more where that, or the first page, failed. */
const More = ({ of }: { of: ReturnType<typeof usePlayDays> }) => {
  const { t } = useTranslation(['play', 'common'])
  if (of.isError)
    return (
      <Note icon="alert" role="alert" action={<Again busy={of.isFetching} onPress={() => askAgain(of)} />}>
        {t('days.failed')}. {errorText(of.error)}
      </Note>
    )
  if (!of.hasNextPage) return null
  return (
    <div className={styles.more}>
      <Button busy={of.isFetchingNextPage} onClick={() => of.fetchNextPage()}>
        {t('days.older')}
      </Button>
    </div>
  )
}

/** All money and time, day by day, and the file of it. */
export const Days = ({ userId }: { userId: string }) => {
  const { t } = useTranslation(['play', 'common'])
  const asked = usePlayDays(userId)
  const days = asked.data?.pages.flatMap(({ items }) => items)
  return (
    <section className={play.part} aria-labelledby="play-days" aria-busy={asked.isFetching}>
      <header className={styles.top}>
        <h3 id="play-days" className={play.heading}>
          {t('days.title')}
        </h3>
        <DownloadFile
          of="money-and-time"
          label={t('days.download')}
          fetch={fetchDays}
          className={styles.trouble}
        />
      </header>
      <p className={play.text}>{t('days.text')}</p>
      {asked.isPending && asked.fetchStatus !== 'paused' && (
        <div role="status" aria-label={t('common:loading')}>
          <Skeleton height="112px" />
        </div>
      )}
      {days?.length === 0 && <EmptyState face="wink" title={t('days.empty')} text={t('days.emptyText')} />}
      {days && days.length > 0 && (
        <ul className={styles.days}>
          {days.map((entry) => (
            <DayEntry key={entry.day} entry={entry} />
          ))}
        </ul>
      )}
      <More of={asked} />
    </section>
  )
}
