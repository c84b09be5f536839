import { type HistoryMatch, historyCalls } from '@minefall/shared/contracts/rest'
import { type Asset, assetSchema } from '@minefall/shared/game'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { errorText } from '../../calls/notices.ts'
import { byDay, type Day, nearDay } from '../../lib/days.ts'
import { formatDay } from '../../lib/format.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useSession } from '../../machines/session/index.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { HistoryChart } from './chart/HistoryChart.tsx'
import { HistoryRow } from './HistoryRow.tsx'
import styles from './history.module.css'

/** The matches of an account, page by page, asked for anew each time they are looked at. */
const useHistory = (userId: string, asset: Asset | null) =>
  useInfiniteQuery({
    queryKey: ['account', userId, 'history', asset],
    queryFn: ({ pageParam: cursor, signal }) =>
      ask(historyCalls.history, { query: { asset, cursor }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    retry: 1,
  })

export type HistoryModalProps = {
  /** The coins its address names; null for all. */
  asset: Asset | null
  onAsset(asset: Asset | null): void
  onClose(): void
}

const choices = ['all', ...assetSchema.options] as const

const Waiting = () => (
  <div className={styles.waiting} aria-busy="true">
    {[0, 1, 2, 3, 4].map((row) => (
      <div key={row} className={styles.row}>
        <Skeleton width="40px" height="40px" round />
        <span className={styles.words}>
          <Skeleton width="7rem" height="1.25rem" />
          <Skeleton width="10rem" height="1rem" />
          <Skeleton width="12rem" height="1.375rem" />
        </span>
        <Skeleton width="5rem" height="1.25rem" />
      </div>
    ))}
  </div>
)

const Nothing = ({ asset }: { asset: Asset | null }) => {
  const { t } = useTranslation('history')
  return (
    <EmptyState
      face="wink"
      title={asset ? t(`empty.of.${asset}`) : t('empty.title')}
      text={asset ? undefined : t('empty.text')}
    >
      <Link to="/games" className={buttonClass({ variant: 'primary' })}>
        {t('empty.games')}
      </Link>
    </EmptyState>
  )
}

const DayOfMatches = ({ day, now }: { day: Day<HistoryMatch>; now: number }) => {
  const { t, i18n } = useTranslation('history')
  const title = useId()
  const near = nearDay(day.at, now)
  return (
    <section aria-labelledby={title}>
      <h3 id={title} className={styles.day}>
        {near ? t(`day.${near}`) : formatDay(day.at, i18n.language)}
      </h3>
      <ul className={styles.list}>
        {day.items.map((match) => (
          <HistoryRow key={match.matchId} match={match} />
        ))}
      </ul>
    </section>
  )
}

const Matches = ({ userId, asset }: { userId: string; asset: Asset | null }) => {
  const { t } = useTranslation(['history', 'common'])
  const isOnline = useOnline()
  const history = useHistory(userId, asset)
  const { data, isPending, isError, isFetching, isFetchingNextPage, hasNextPage } = history
  const matches = data?.pages.flatMap(({ items }) => items) ?? []
  const isEmpty = data !== undefined && matches.length === 0
  return (
    <>
      {asset !== 'trial' && !isEmpty && <HistoryChart userId={userId} asset={asset} />}
      {!isOnline && <Note icon="offline">{t(data ? 'offline.old' : 'offline.none')}</Note>}
      {isPending && isOnline && <Waiting />}
      {isEmpty && <Nothing asset={asset} />}
      {byDay(matches, ({ endedAt }) => endedAt).map((day) => (
        <DayOfMatches key={day.key} day={day} now={Date.now()} />
      ))}
      {isError && (
        <Note
          icon="alert"
          role="alert"
          action={
            <Button
              variant="text"
              busy={isFetching}
              onClick={() => (data ? history.fetchNextPage() : history.refetch())}
            >
              {t('common:action.retry')}
            </Button>
          }
        >
          {t('common:sentences', { first: t('failed'), second: errorText(history.error) })}
        </Note>
      )}
      {hasNextPage && !isError && (
        <Button className={styles.more} busy={isFetchingNextPage} onClick={() => history.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

/** Every match that the account has played, over any page. Nothing for guests. */
export const HistoryModal = ({ asset, onAsset, onClose }: HistoryModalProps) => {
  // Awaits the texts of all that is in it, so that keys never flash.
  const { t } = useTranslation(['history', 'common', 'ui', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id)
  if (!userId) return null
  return (
    <Sheet title={t('title')} onClose={onClose} className={styles.body}>
      <Segments
        legend={t('filter.legend')}
        quiet
        options={choices}
        value={asset ?? 'all'}
        label={(choice) => t(`filter.${choice}`)}
        onChange={(choice) => onAsset(choice === 'all' ? null : choice)}
      />
      <Matches userId={userId} asset={asset} />
    </Sheet>
  )
}
