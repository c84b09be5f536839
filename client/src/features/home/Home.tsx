import type { Digest, Table } from '@minefall/shared/contracts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../machines/connection/index.ts'
import shape from '../../styles/shape.module.css'
import { classes } from '../../ui/classes.ts'
import { filterTables, noFilters } from '../lobby/filters.ts'
import { TableList } from '../lobby/TableList.tsx'
import { useLobby } from '../lobby/use-lobby.ts'
import { Fairness } from './Fairness.tsx'
import { Hero } from './Hero.tsx'
import styles from './Home.module.css'
import { HowItWorks } from './HowItWorks.tsx'
import { RecentWins } from './RecentWins.tsx'

const allTables = (tables: readonly Table[]) => filterTables(tables, noFilters)

const Playing = ({ digest }: { digest: Digest | null }) => {
  const { t } = useTranslation('home')
  if (!digest)
    // Keeps the place of what is not known yet.
    return (
      <span className={classes(styles.live, styles.unknown)} aria-hidden="true">
        {t('nobody')}
      </span>
    )
  const some = digest.playing > 0
  return (
    <span className={classes(styles.live, some && styles.some)} role="status">
      {some ? t('playing', { count: digest.playing }) : t('nobody')}
    </span>
  )
}

/** The first thing a stranger sees. Everything on it works before, and without, a connection. */
export const Home = () => {
  const { t } = useTranslation(['home', 'lobby', 'ui', 'connection'])
  const latest = useLobby()
  const connected = useConnection((snapshot) => snapshot.hasTag('connected'))
  const digest = connected ? latest : null
  return (
    <>
      <Hero />
      <section className={classes(shape.wrap, styles.section)} aria-labelledby="tables">
        <header className={styles.head}>
          <h2 id="tables" className={shape.h28}>
            {t('tables')}
          </h2>
          <Playing digest={digest} />
          <Link className={styles.more} to="/games">
            {t('allTables')}
          </Link>
        </header>
        <TableList digest={digest} pick={allTables} />
      </section>
      <div className={classes(shape.wrap, styles.section, styles.duo)}>
        <HowItWorks />
        <RecentWins digest={latest} />
      </div>
      <Fairness />
    </>
  )
}
