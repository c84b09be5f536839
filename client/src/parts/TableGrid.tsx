import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from '../ui/classes.ts'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './TableGrid.module.css'

/** Where a table will be, at its final size. */
const TableSkeleton = ({ full }: { full: boolean }) => (
  <Panel as="li" className={classes(styles.card, full && styles.full)} aria-hidden="true">
    <div className={styles.art}>
      <Skeleton height="100%" />
    </div>
    <div className={styles.lines}>
      <Skeleton width="55%" height="22px" />
      <Skeleton width="92%" height="16px" />
      <Skeleton width="70%" height="44px" />
    </div>
    <div className={styles.foot}>
      <Skeleton width="110px" height="24px" />
      <Skeleton width="116px" height="44px" />
    </div>
  </Panel>
)

const places = ['a', 'b', 'c', 'd', 'e']

/** Tables beside each other, as many as there is room for. */
export const TableGrid = ({ children }: { children: ReactNode }) => (
  <ul className={styles.tables}>{children}</ul>
)

/** While the tables are loading: as many as there usually are, each at its final size. */
export const TableSkeletons = ({ full = false }: { full?: boolean | undefined }) => {
  const { t } = useTranslation('lobby')
  return (
    <div role="status" aria-label={t('loading')}>
      <TableGrid>
        {places.map((place) => (
          <TableSkeleton key={place} full={full} />
        ))}
      </TableGrid>
    </div>
  )
}
