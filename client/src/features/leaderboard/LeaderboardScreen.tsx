import { playersCalls } from '@minefall/shared/contracts/rest'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { formatCount } from '../../lib/format.ts'
import { formatPercent } from '../../lib/percent.ts'
import { type BoardName, boardNames } from '../../lib/search.ts'
import { useSession } from '../../machines/session/index.ts'
import { QueryState, useFailureText } from '../../parts/QueryState.tsx'
import shape from '../../styles/shape.module.css'
import standings from '../../styles/standings.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './leaderboard.module.css'

/** What both boards have in common: places by a score, which is a rating, or an accuracy of 0–100. */
const readBoard = async (by: BoardName, signal: AbortSignal) => {
  if (by === 'rating') {
    const { own, items, ...board } = await ask(playersCalls.leaderboard, { signal })
    return {
      ...board,
      items: items.map(({ rating, ...item }) => ({ ...item, score: rating })),
      own: own && { ...own, score: own.rating },
    }
  }
  const { own, items, ...board } = await ask(playersCalls.accuracyBoard, { signal })
  return {
    ...board,
    items: items.map(({ accuracy, ...item }) => ({ ...item, score: accuracy })),
    own: own && { ...own, score: own.accuracy, provisional: false },
  }
}
type Board = Awaited<ReturnType<typeof readBoard>>

const useScore = (by: BoardName) => {
  const { i18n } = useTranslation()
  return (score: number) =>
    by === 'rating' ? formatCount(score, i18n.language) : formatPercent(score / 100, i18n.language, 1)
}

type OwnProps = { by: BoardName; own: NonNullable<Board['own']>; least: number }

/** Where the reader stands, or what is missing for a place. */
const Own = ({ by, own, least }: OwnProps) => {
  const { t, i18n } = useTranslation('player')
  const scoreText = useScore(by)
  const { place, score, matches } = own
  return (
    <section className={styles.own} aria-labelledby="own-place">
      <h2 id="own-place">{t('board.own')}</h2>
      <p>
        <b>{place === null ? '–' : t('board.nth', { place: formatCount(place, i18n.language) })}</b>
        {score !== null && <span>{t(`board.score.${by}`, { score: scoreText(score) })}</span>}
        {own.provisional && <Chip small>{t('rating.provisional')}</Chip>}
      </p>
      {place === null && (
        <p>{matches < least ? t(`board.few.${by}`, { count: least - matches }) : t('board.few.settling')}</p>
      )}
      {own.hidden && <p>{t('board.hidden')}</p>}
    </section>
  )
}

type RowsProps = { by: BoardName; items: Board['items']; ownId: string | null }

const Rows = ({ by, items, ownId }: RowsProps) => {
  const { t, i18n } = useTranslation('player')
  const scoreText = useScore(by)
  const number = (value: number) => formatCount(value, i18n.language)
  return (
    <table className={classes(standings.table, styles.table)}>
      <caption className={shape.aside}>{t(`board.${by}`)}</caption>
      <thead>
        <tr>
          <th scope="col">{t('board.column.place')}</th>
          <th scope="col">{t('board.column.player')}</th>
          <th scope="col">{t(`${by}.title`)}</th>
          <th scope="col">{t(`board.column.matches.${by}`)}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ place, id, name, avatar, level, score, matches }) => (
          <tr key={id} data-own={id === ownId}>
            <td>{number(place)}</td>
            <th scope="row">
              <Link to="/player/$playerId" params={{ playerId: id }}>
                <Avatar id={avatar} size={36} />
                <span>
                  <b>{name}</b>
                  <small>{t('level', { level: number(level) })}</small>
                </span>
              </Link>
            </th>
            <td>
              <b>{scoreText(score)}</b>
            </td>
            <td>{number(matches)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Waiting = () => (
  <div className={styles.waiting} aria-busy="true">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
      <Skeleton key={row} height="56px" />
    ))}
  </div>
)

/** The best players by rating and by the accuracy of the week, and one's own place. */
export const LeaderboardScreen = () => {
  const { t } = useTranslation(['player', 'orders', 'notices', 'errors'])
  const { by = 'rating' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const userId = useSession(({ context }) => context.user?.id ?? null)
  const asked = useQuery({
    queryKey: ['leaderboard', by, userId],
    queryFn: ({ signal }) => readBoard(by, signal),
    retry: 1,
  })
  const failure = useFailureText(asked.error)
  const { data } = asked
  return (
    <div className={classes(shape.wrap, shape.column, styles.page)}>
      <header>
        <PageTitle className={shape.h28}>{t('board.title')}</PageTitle>
        <Segments
          legend={t('board.by')}
          quiet
          look="tabs"
          options={boardNames}
          value={by}
          label={(name) => t(`board.${name}`)}
          onChange={(name) => navigate({ to: '/leaderboard', search: { by: name }, replace: true })}
        />
        <p>{t(`board.text.${by}`, { least: data?.least ?? '…' })}</p>
      </header>
      <QueryState
        of={asked}
        skeleton={<Waiting />}
        waiting={{ title: t('offline.title'), text: t('offline.text') }}
        failed={{ title: t('failed'), text: failure }}
        old={t('old')}
      />
      {data?.own && <Own by={by} own={data.own} least={data.least} />}
      {data && data.items.length > 0 && <Rows by={by} items={data.items} ownId={data.own?.id ?? null} />}
      {data?.items.length === 0 && (
        <EmptyState face="wink" title={t('board.empty.title')} text={t('board.empty.text')}>
          <Link to="/games" className={buttonClass({ variant: 'primary' })}>
            {t('board.empty.games')}
          </Link>
        </EmptyState>
      )}
    </div>
  )
}

const Daily = lazy(async () => ({ default: (await import('../daily/DailyScreen.tsx')).DailyScreen }))

/** The board of the day, with its own leaderboard. */
export const DailyScreen = () => (
  <Suspense fallback={<Waiting />}>
    <Daily />
  </Suspense>
)

const Arena = lazy(async () => ({ default: (await import('../arena/ArenaScreen.tsx')).ArenaScreen }))

/** Arenas, which have separate standings. */
export const ArenaScreen = () => (
  <Suspense fallback={<Waiting />}>
    <Arena />
  </Suspense>
)
