import { streakFrom } from '@minefall/shared/arena'
import { type ArenaDetail, arenaCalls } from '@minefall/shared/contracts/rest'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { formatCount, formatDateTime } from '../../lib/format.ts'
import { useStore } from '../../lib/store.ts'
import { useServerNow } from '../../machines/connection/index.ts'
import { Again, QueryState, useFailureText } from '../../parts/QueryState.tsx'
import shape from '../../styles/shape.module.css'
import standings from '../../styles/standings.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Note } from '../../ui/Note.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ArenaFacts, ArenaList, useArenaName } from './ArenaList.tsx'
import styles from './arena.module.css'
import { arenaWatch } from './live.ts'
import { OwnPlace } from './OwnPlace.tsx'
import { Taking } from './Taking.tsx'
import { useArena } from './use-arena.ts'
import { ownOf, placesOf, type Watched, waysOf } from './watch.ts'

/** So many places are shown; one's own is always among them. */
const shownMost = 100

type Placed = ReturnType<typeof placesOf>[number]

type RowProps = { placed: Placed; isOwn: boolean; prize: ReactNode }

const Row = ({ placed, isOwn, prize }: RowProps) => {
  const { t, i18n } = useTranslation('arena')
  const { place, player } = placed
  const { name, avatar, profile, points, matches, streak, status } = player
  const number = (value: number) => formatCount(value, i18n.language)
  const who = (
    <>
      <Avatar id={avatar} size={36} />
      <span>
        <b>{name}</b>
        {isOwn && <small>{t('you')}</small>}
        {status === 'paused' && prize === undefined && <small>{t('paused')}</small>}
      </span>
    </>
  )
  return (
    <tr data-own={isOwn}>
      <td>{number(place)}</td>
      <th scope="row">
        {profile ? (
          <Link to="/player/$playerId" params={{ playerId: profile }}>
            {who}
          </Link>
        ) : (
          <span className={standings.who}>{who}</span>
        )}
      </th>
      <td>
        <b>{number(points)}</b>
        {streak >= streakFrom && (
          <span className={styles.streak} title={t('streak')}>
            ×2<span className={shape.aside}>{t('streak')}</span>
          </span>
        )}
      </td>
      <td>{prize ?? number(matches)}</td>
    </tr>
  )
}

type StandingsProps = {
  places: readonly Placed[]
  own: number | null
  prizes: ArenaDetail['prizes']
  asset: ArenaDetail['arena']['asset']
}

const Standings = ({ places, own, prizes, asset }: StandingsProps) => {
  const { t } = useTranslation('arena')
  const shown = places.filter(({ player }, nth) => nth < shownMost || player.nth === own)
  const isOver = prizes.length > 0
  const prizeOf = new Map(
    prizes.map(({ nth, amount }) => [nth, <Coins key={nth} amount={amount} purse={asset} />]),
  )
  if (shown.length === 0) return <EmptyState face="wink" title={t('empty')} text={t('emptyText')} />
  return (
    <table className={standings.table}>
      <caption className={shape.aside}>{t('standings')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.place')}</th>
          <th scope="col">{t('column.player')}</th>
          <th scope="col">{t('column.points')}</th>
          <th scope="col">{t(isOver ? 'column.prize' : 'column.matches')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((placed) => (
          <Row
            key={placed.player.nth}
            placed={placed}
            isOwn={placed.player.nth === own}
            prize={isOver ? (prizeOf.get(placed.player.nth) ?? '–') : undefined}
          />
        ))}
      </tbody>
    </table>
  )
}

const rules = ['points', 'streak', 'ties', 'practice', 'end'] as const

const Rules = () => {
  const { t } = useTranslation('arena')
  return (
    <section className={styles.rules} aria-labelledby="arena-rules">
      <h2 id="arena-rules" className={shape.h20}>
        {t('rules.title')}
      </h2>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{t(`rules.${rule}`)}</li>
        ))}
      </ul>
    </section>
  )
}

/** The match of the first one who is at one. */
const Leader = ({ watched, places }: { watched: Watched; places: readonly Placed[] }) => {
  const { t } = useTranslation('arena')
  const match = places.find(({ player }) => player.match !== null)?.player.match
  if (!match || !watched.standings) return null
  return (
    <Link
      className={buttonClass({ variant: 'quiet' })}
      to="/game/$gameId"
      params={{ gameId: watched.standings.arena.gameId }}
      search={{ match }}
    >
      <Icon name="eye" />
      {t('leader')}
    </Link>
  )
}

const Shown = ({ watched }: { watched: Watched & { standings: NonNullable<Watched['standings']> } }) => {
  const { t, i18n } = useTranslation(['arena', 'common'])
  const nameOf = useArenaName()
  const now = useServerNow()
  const { arena } = watched.standings
  const places = useMemo(() => placesOf(watched.standings), [watched.standings])
  const { phase } = waysOf(watched, now) ?? { phase: 'announced' }
  const own = ownOf(watched)
  // Prizes are there once the standings are final.
  const asked = useQuery({
    queryKey: ['arena', arena.arenaId, arena.finishedAt],
    queryFn: ({ signal }) => ask(arenaCalls.detail, { query: { arenaId: arena.arenaId }, signal }),
    enabled: arena.finishedAt !== null,
  })
  const failure = useFailureText(asked.error)
  const prizes = asked.data?.prizes ?? []
  return (
    <>
      <header className={styles.head}>
        <PageTitle className={shape.h28}>{nameOf(arena)}</PageTitle>
        <p>{formatDateTime(arena.beginsAt, i18n.language)}</p>
        <ArenaFacts arena={arena} now={now} />
      </header>
      <Taking watched={watched} />
      {own && <OwnPlace watched={watched} prize={prizes.find(({ nth }) => nth === own.nth)?.amount} />}
      {phase === 'running' && <Leader watched={watched} places={places} />}
      {asked.isError && (
        <Note
          icon="alert"
          role="alert"
          action={<Again busy={asked.isFetching} onPress={() => asked.refetch()} />}
        >
          {t('common:sentences', { first: t('prizesFailed'), second: failure })}
        </Note>
      )}
      <section aria-label={t('standings')}>
        <Standings places={places} own={own?.nth ?? null} prizes={prizes} asset={arena.asset} />
      </section>
      <Rules />
      <Link className={buttonClass({ variant: 'quiet' })} to="/arena/{-$arenaId}" params={{}}>
        <Icon name="left" />
        {t('all')}
      </Link>
    </>
  )
}

/** One arena, live. */
const Arena = ({ arenaId }: { arenaId: string }) => {
  const { t } = useTranslation('arena')
  const watched = useStore(arenaWatch)
  useArena(arenaId)
  if (watched?.arenaId === arenaId && watched.isMissing)
    return (
      <EmptyState isPage face="sweat" title={t('missing.title')} text={t('missing.text')}>
        <Link className={buttonClass({ variant: 'primary' })} to="/arena/{-$arenaId}" params={{}}>
          {t('all')}
        </Link>
      </EmptyState>
    )
  if (watched?.arenaId !== arenaId || !watched.standings) return <Waiting />
  return <Shown watched={{ ...watched, standings: watched.standings }} />
}

const Waiting = () => (
  <div className={styles.waiting} aria-busy="true">
    {['a', 'b', 'c', 'd'].map((row) => (
      <Skeleton key={row} height="72px" />
    ))}
  </div>
)

/** What is announced and under way, and what is over. */
const Arenas = () => {
  const { t } = useTranslation(['arena', 'player'])
  const asked = useQuery({
    queryKey: ['arenas'],
    queryFn: ({ signal }) => ask(arenaCalls.list, { signal }),
    refetchInterval: 30_000,
    retry: 1,
  })
  const failure = useFailureText(asked.error)
  const all = asked.data?.arenas ?? []
  const isOver = ({ finishedAt, canceledAt }: (typeof all)[number]) =>
    finishedAt !== null || canceledAt !== null
  return (
    <>
      <header className={styles.head}>
        <PageTitle className={shape.h28}>{t('title')}</PageTitle>
        <p>{t('intro')}</p>
      </header>
      <QueryState
        of={asked}
        skeleton={<Waiting />}
        waiting={{ title: t('player:offline.title'), text: t('player:offline.text') }}
        failed={{ title: t('player:failed'), text: failure }}
        old={t('player:old')}
      />
      <ArenaList title={t('ahead')} arenas={all.filter((one) => !isOver(one))} />
      <ArenaList title={t('over')} arenas={all.filter(isOver)} />
      <Rules />
    </>
  )
}

/** Arenas: all of them, or one with its standings and what one can do in it. */
export const ArenaScreen = () => {
  useTranslation(['arena', 'player', 'vip', 'orders', 'notices', 'errors', 'ui'])
  const { arenaId } = useParams({ strict: false })
  return (
    <div className={classes(shape.wrap, shape.column, styles.page)}>
      {arenaId ? <Arena key={arenaId} arenaId={arenaId} /> : <Arenas />}
    </div>
  )
}
