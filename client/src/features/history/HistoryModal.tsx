import { type HistoryMatch, historyCalls } from '@minefall/shared/contracts/rest'
import { type Asset, assetSchema, type PlayerView } from '@minefall/shared/game'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { errorText } from '../../calls/notices.ts'
import { formatCount, formatList, formatTime } from '../../lib/format.ts'
import { formatPercent } from '../../lib/percent.ts'
import { useOnline } from '../../lib/use-online.ts'
import { useSession } from '../../machines/session/index.ts'
import { DayRows } from '../../parts/lists/RowList.tsx'
import { PlayerName } from '../../parts/PlayerName.tsx'
import { askAgain } from '../../parts/QueryState.tsx'
import { useTableName } from '../../parts/table-name.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { FollowButton } from '../follow/index.ts'
import { HistoryChart } from './chart/HistoryChart.tsx'
import styles from './history.module.css'

/** What a match changed: what came back less the stake. */
export const netOf = ({ payout, stake }: Pick<HistoryMatch, 'payout' | 'stake'>): bigint =>
  BigInt(payout) - BigInt(stake)

const signs: Record<HistoryMatch['outcome'], IconName> = {
  won: 'trophy',
  shared: 'seats',
  lost: 'mine',
  refunded: 'again',
}

const Net = ({ match }: { match: HistoryMatch }) => {
  const net = netOf(match)
  const sign = net > 0n ? '+' : net < 0n ? '−' : undefined
  return (
    <span className={styles.net} data-ahead={net > 0n}>
      <Coins amount={(net < 0n ? -net : net).toString()} purse={match.asset} sign={sign} named />
    </span>
  )
}

const useOutcome = ({ outcome, place }: HistoryMatch): string => {
  const { t } = useTranslation('history')
  if (outcome === 'lost' && place !== null) return t('outcome.place', { count: place, ordinal: true })
  return t(`outcome.${outcome}`)
}

/** Those whom a match was played with: people by name with the rating of that time, practice opponents by number. */
const Others = ({ players }: { players: readonly (PlayerView & { seat: number })[] }) => {
  const { t, i18n } = useTranslation('history')
  const people = players.filter(({ kind }) => kind !== 'practice')
  const practice = players.length - people.length
  const all = [
    ...people.map((player) => (
      <span key={player.seat}>
        <PlayerName {...player} />
        {player.rating !== undefined && <small> {formatCount(player.rating, i18n.language)}</small>}
        {player.profile && <FollowButton small="icon" id={player.profile} name={player.name} />}
      </span>
    )),
    ...(practice > 0 ? [t('practice', { count: practice })] : []),
  ]
  // Each stands in the list, and the list in the sentence, by a mark that no text has.
  const marks = all.map((_, nth) => `\u0000${nth}\u0000`)
  const parts = t('with', { names: formatList(marks, i18n.language) }).split('\u0000')
  return parts.map((part, nth) => (nth % 2 === 0 ? part : all[Number(part)]))
}

/** One match: where, with whom, how it ended, what it changed, and the way to see it again. */
const HistoryRow = ({ match }: { match: HistoryMatch }) => {
  const { t, i18n } = useTranslation('history')
  const name = useTableName()(match.gameId)
  const outcome = useOutcome(match)
  const time = formatTime(match.endedAt, i18n.language)
  const others = match.players.flatMap((player, seat) =>
    player && seat !== match.seat ? [{ ...player, seat }] : [],
  )
  return (
    <li className={styles.row} data-outcome={match.outcome}>
      <span className={styles.sign}>
        <Icon name={signs[match.outcome]} />
      </span>
      <div className={styles.words}>
        <p className={styles.what}>
          <b>{name}</b>
          {match.private && <Chip small>{t('mark.private')}</Chip>}
          {match.rematch && <Chip small>{t('mark.rematch')}</Chip>}
        </p>
        <p className={styles.how}>
          {outcome} · <time dateTime={new Date(match.endedAt).toISOString()}>{time}</time>
          {match.accuracy !== null &&
            ` · ${t('accuracy', { value: formatPercent(match.accuracy / 100, i18n.language) })}`}
        </p>
        <p className={styles.with}>
          <span className={styles.faces} aria-hidden="true">
            {others.map(({ avatar, seat }) => (
              <Avatar key={seat} id={avatar} seat={seat} size={22} />
            ))}
          </span>
          <span className={styles.names}>
            <Others players={others} />
          </span>
        </p>
      </div>
      <div className={styles.end}>
        <Net match={match} />
        {match.startedAt !== null && (
          <Link
            className={buttonClass({ variant: 'text' })}
            to="/game/$gameId"
            params={{ gameId: match.gameId }}
            search={{ match: match.matchId, ply: 0 }}
            state={{ seat: match.seat }}
            aria-label={t('replayOf', { table: name, time })}
          >
            <Icon name="play" size={16} />
            {t('replay')}
          </Link>
        )}
      </div>
    </li>
  )
}

/** The matches of an account, page by page, asked for again each time they are looked at. */
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

const EmptyHistory = ({ asset }: { asset: Asset | null }) => {
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
      {isEmpty && <EmptyHistory asset={asset} />}
      <DayRows
        items={matches}
        at={({ endedAt }) => endedAt}
        nearText={(day) => t(`day.${day}`)}
        heading="h3"
        styles={styles}
      >
        {(match) => <HistoryRow key={match.matchId} match={match} />}
      </DayRows>
      {isError && (
        <Note
          icon="alert"
          role="alert"
          action={
            <Button variant="text" busy={isFetching} onClick={() => askAgain(history)}>
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
