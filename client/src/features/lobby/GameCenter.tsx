import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTables } from '../../lib/query.ts'
import { useConnection } from '../../machines/connection/index.ts'
import shape from '../../styles/shape.module.css'
import { classes } from '../../ui/classes.ts'
import { FilterBar } from './FilterBar.tsx'
import { filterTables, noFilters } from './filters.ts'
import styles from './GameCenter.module.css'
import { TableList } from './TableList.tsx'
import { useLobby } from './use-lobby.ts'

/** Every table, with filters and live figures. */
export const GameCenter = () => {
  const { t } = useTranslation(['lobby', 'ui', 'panels'])
  const digest = useLobby()
  const connected = useConnection((snapshot) => snapshot.hasTag('connected'))
  const { data } = useTables()
  const [filters, choose] = useState(noFilters)
  return (
    <div className={classes(shape.wrap, styles.page)}>
      <header className={styles.head}>
        <h1 className={shape.h44}>{t('title')}</h1>
        <p className={styles.intro}>{t('intro')}</p>
      </header>
      <FilterBar filters={filters} onChange={choose} />
      <p className={styles.found} role="status">
        {data && t('filter.found', { count: filterTables(data, filters).length })}
        {data && digest && !connected && <span className={styles.stale}>{t('stale')}</span>}
      </p>
      <TableList
        full
        digest={connected ? digest : null}
        pick={(tables) => filterTables(tables, filters)}
        onReset={() => choose(noFilters)}
      />
    </div>
  )
}
