import { classes } from '../../ui/classes.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './TableSkeleton.module.css'

/** Where a table will be, at its final size. */
export const TableSkeleton = ({ full }: { full: boolean }) => (
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
