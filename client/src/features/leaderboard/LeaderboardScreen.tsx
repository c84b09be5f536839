import { type Leaderboard, playersCalls } from '@minefall/shared/contracts/rest'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { formatCount } from '../../lib/format.ts'
import { useSession } from '../../machines/session/index.ts'
import { QueryState, useFailureText } from '../../parts/QueryState.tsx'
import shape from '../../styles/shape.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './leaderboard.module.css'

/** Where who asks stands, or what is missing for a place. */
const Own = ({ own, least }: { own: NonNullable<Leaderboard['own']>; least: number }) => {
  const { t, i18n } = useTranslation('player')
  const number = (value: number) => formatCount(value, i18n.language)
  return (
    <section className={styles.own} aria-labelledby="own-place">
      <h2 id="own-place">{t('board.own')}</h2>
      <p>
        <b>{own.place === null ? '–' : t('board.nth', { place: number(own.place) })}</b>
        <span>{t('board.rating', { rating: number(own.rating) })}</span>
        {own.provisional && <Chip small>{t('rating.provisional')}</Chip>}
      </p>
      {own.place === null && <p>{t('board.few', { count: least - own.matches })}</p>}
      {own.hidden && <p>{t('board.hidden')}</p>}
    </section>
  )
}

const Rows = ({ items, ownId }: { items: Leaderboard['items']; ownId: string | null }) => {
  const { t, i18n } = useTranslation('player')
  const number = (value: number) => formatCount(value, i18n.language)
  return (
    <table className={styles.table}>
      <caption className={shape.aside}>{t('board.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('board.column.place')}</th>
          <th scope="col">{t('board.column.player')}</th>
          <th scope="col">{t('rating.title')}</th>
          <th scope="col">{t('rating.matches')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ place, id, name, avatar, level, rating, matches }) => (
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
              <b>{number(rating)}</b>
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

/** The best players by rating, and one's own place. */
export const LeaderboardScreen = () => {
  const { t } = useTranslation(['player', 'orders', 'notices', 'errors'])
  const userId = useSession(({ context }) => context.user?.id ?? null)
  const asked = useQuery({
    queryKey: ['leaderboard', userId],
    queryFn: ({ signal }) => ask(playersCalls.leaderboard, { signal }),
    retry: 1,
  })
  const failure = useFailureText(asked.error)
  const { data } = asked
  return (
    <div className={classes(shape.wrap, styles.page)}>
      <header>
        <h1 className={shape.h28}>{t('board.title')}</h1>
        <p>{t('board.text', { count: data?.least ?? 30 })}</p>
      </header>
      <QueryState
        of={asked}
        skeleton={<Waiting />}
        waiting={{ title: t('offline.title'), text: t('offline.text') }}
        failed={{ title: t('failed'), text: failure }}
        old={t('old')}
      />
      {data?.own && <Own own={data.own} least={data.least} />}
      {data && data.items.length > 0 && <Rows items={data.items} ownId={data.own?.id ?? null} />}
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
