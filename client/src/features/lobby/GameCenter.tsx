import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTables } from '../../calls/query.ts'
import { useConnection } from '../../machines/connection/index.ts'
import shape from '../../styles/shape.module.css'
import { classes } from '../../ui/classes.ts'
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
import { LiveMatches } from './LiveMatches.tsx'
import { TableList } from './TableList.tsx'
import { useLobby } from './use-lobby.ts'

type FilterBarProps = { filters: Filters; onChange: (filters: Filters) => void }

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
        onChange={(price) => onChange({ ...filters, price })}
      />
      <Segments
        legend={t('filter.seats')}
        options={seatRanges}
        value={filters.seats}
        label={label}
        onChange={(seats) => onChange({ ...filters, seats })}
      />
      <Segments
        legend={t('filter.clues')}
        options={boards}
        value={filters.board}
        label={label}
        onChange={(board) => onChange({ ...filters, board })}
      />
    </search>
  )
}

/** The filters of the address, so that a link, a reload and the way back keep them. */
const useFilters = (): [Filters, (filters: Filters) => void] => {
  const filters = filtersOf(useSearch({ strict: false }))
  const navigate = useNavigate()
  const choose = (next: Filters) => {
    navigate({ to: '/games', search: filterSearch(next), replace: true, resetScroll: false }).catch(
      () => undefined,
    )
  }
  return [filters, choose]
}

/** Every table, with filters and live figures, and the matches that may be watched. */
export const GameCenter = () => {
  const { t } = useTranslation(['lobby', 'ui', 'panels'])
  const latest = useLobby()
  const connected = useConnection((snapshot) => snapshot.hasTag('connected'))
  const digest = connected ? latest : null
  const { data } = useTables()
  const [filters, choose] = useFilters()
  const found = data && filterTables(data, filters)
  return (
    <div className={classes(shape.wrap, styles.page)}>
      <header className={styles.head}>
        <h1 className={shape.h44}>{t('title')}</h1>
        <p className={styles.intro}>{t('intro')}</p>
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
      {found && <LiveMatches digest={digest} tables={found} />}
    </div>
  )
}
