import type { Digest, WatchableMatch } from '@minefall/shared/contracts/live'
import type { Table } from '@minefall/shared/contracts/rest'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useTables } from '../../calls/query.ts'
import { useLobby } from '../../calls/use-lobby.ts'
import { formatList } from '../../lib/format.ts'
import { useConnection } from '../../machines/connection/index.ts'
import { useSession } from '../../machines/session/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import shape from '../../styles/shape.module.css'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Coins } from '../../ui/Coins.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segments } from '../../ui/Segments.tsx'
import {
  boards,
  type Filters,
  filterSearch,
  filtersOf,
  filterTables,
  noFilters,
  prices,
  seatRanges,
} from './filters.ts'
import styles from './GameCenter.module.css'
import { TableList } from './TableList.tsx'

const Tv = lazy(async () => ({ default: (await import('../tv/Tv.tsx')).Tv }))

const WhoIsHere = lazy(async () => ({ default: (await import('./WhoIsHere.tsx')).WhoIsHere }))

const LiveMatch = ({ match, name }: { match: WatchableMatch; name: string }) => {
  const { t, i18n } = useTranslation('lobby')
  const { matchId, gameId, asset, stake, players } = match
  const left = players.filter(({ out }) => !out)
  const names = formatList(
    left.map((player) => player.name),
    i18n.language,
  )
  return (
    <Panel as="li" className={styles.match}>
      <div className={styles.what}>
        <b className={styles.name}>{name}</b>
        <Coins className={styles.stake} amount={stake} purse={asset} />
      </div>
      <div className={styles.who}>
        <span className={styles.players} aria-hidden="true">
          {players.map(({ seat, avatar, out }) => (
            <Avatar key={seat} id={avatar} seat={seat} size={30} out={out} />
          ))}
        </span>
        <span className={styles.left}>{t('live.left', { count: left.length, of: players.length })}</span>
      </div>
      <Link
        className={buttonClass({ variant: 'neutral' })}
        to="/game/$gameId"
        params={{ gameId }}
        search={{ match: matchId }}
        aria-label={t('live.watchAt', { table: name, names })}
        data-click="watch-match"
      >
        <Icon name="eye" />
        {t('live.watch')}
      </Link>
    </Panel>
  )
}

type LiveMatchesProps = {
  /** Live figures; null while there are none. */
  digest: Digest | null
  /** The tables whose matches are wanted. */
  tables: readonly Table[]
}

/** Live matches that anyone may watch; not the one you play in. */
const LiveMatches = ({ digest, tables }: LiveMatchesProps) => {
  const { t } = useTranslation('lobby')
  const nameOf = useTableName()
  const own = useConnection(({ context }) => context.seated?.matchId ?? null)
  const matches = (digest?.live ?? []).flatMap((match) => {
    const table = tables.find(({ gameId }) => gameId === match.gameId)
    return table && match.matchId !== own ? [{ match, name: nameOf(table.gameId, table.name) }] : []
  })
  return (
    <section className={styles.section} aria-labelledby="live">
      <h2 id="live" className={shape.h28}>
        {t('live.title')}
      </h2>
      <Suspense fallback={null}>
        <Tv className={styles.tv} />
      </Suspense>
      {matches.length > 0 ? (
        <ul className={styles.matches}>
          {matches.map(({ match, name }) => (
            <LiveMatch key={match.matchId} match={match} name={name} />
          ))}
        </ul>
      ) : (
        <Panel className={styles.none}>
          {digest ? (
            <EmptyState face="wink" title={t('live.none')} text={t('live.noneText')} />
          ) : (
            <EmptyState face="sweat" title={t('live.waiting')} text={t('live.waitingText')} />
          )}
        </Panel>
      )}
    </section>
  )
}

type FilterBarProps = { filters: Filters; onChange: (change: Partial<Filters>) => void }

/** Which tables to show. */
const FilterBar = ({ filters, onChange }: FilterBarProps) => {
  const { t } = useTranslation('lobby')
  const label = (option: (typeof prices)[number] | (typeof seatRanges)[number] | (typeof boards)[number]) =>
    t(`filter.${option}`)
  return (
    <search className={styles.bar} aria-label={t('filter.title')}>
      <Segments
        legend={t('filter.price')}
        options={prices}
        value={filters.price}
        label={label}
        onChange={(price) => onChange({ price })}
      />
      <Segments
        legend={t('filter.seats')}
        options={seatRanges}
        value={filters.seats}
        label={label}
        onChange={(seats) => onChange({ seats })}
      />
      <Segments
        legend={t('filter.clues')}
        options={boards}
        value={filters.board}
        label={label}
        onChange={(board) => onChange({ board })}
      />
    </search>
  )
}

/** The filters of the address, so that a link, a reload and the way back keep them. */
export const useFilters = (): [Filters, (change: Partial<Filters>) => void] => {
  const filters = filtersOf(useSearch({ strict: false }))
  const navigate = useNavigate()
  const choose = (change: Partial<Filters>) => {
    navigate({
      to: '/games',
      // The page may still show what was chosen before.
      search: (latest) => filterSearch({ ...filtersOf(latest), ...change }),
      replace: true,
      resetScroll: false,
    }).catch(() => undefined)
  }
  return [filters, choose]
}

/** The way to the board of the day; its texts come with that page's. */
const ToDaily = () => {
  const { t } = useTranslation('daily')
  return (
    <Link className={buttonClass()} to="/daily">
      <Icon name="board" />
      {t('title')}
    </Link>
  )
}

/** Every table, with filters and live figures, and the matches that may be watched. */
export const GameCenter = () => {
  const { t } = useTranslation(['lobby', 'ui', 'panels'])
  const latest = useLobby()
  const connected = useConnection((snapshot) => snapshot.hasTag('connected'))
  const digest = connected ? latest : null
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  const userId = useSession(({ context }) => context.user?.id)
  const { data } = useTables()
  const [filters, choose] = useFilters()
  const found = data && filterTables(data, filters)
  return (
    <div className={classes(shape.wrap, styles.page)}>
      <header className={styles.head}>
        <PageTitle className={shape.h44}>{t('title')}</PageTitle>
        <p className={styles.intro}>{t('intro')}</p>
        <p className={styles.daily}>
          <Suspense fallback={null}>
            <ToDaily />
          </Suspense>
        </p>
      </header>
      <FilterBar filters={filters} onChange={choose} />
      <p className={styles.found} role="status">
        {found && t('filter.found', { count: found.length })}
        {found && latest && !connected && <span className={styles.stale}>{t('stale')}</span>}
      </p>
      <TableList
        full
        digest={digest}
        pick={(tables) => filterTables(tables, filters)}
        onReset={() => choose(noFilters)}
      />
      {isSignedIn && (
        <Suspense key={userId} fallback={null}>
          <WhoIsHere />
        </Suspense>
      )}
      {found && <LiveMatches digest={digest} tables={found} />}
    </div>
  )
}
