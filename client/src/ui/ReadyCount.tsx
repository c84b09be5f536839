import { classes } from './classes.ts'
import styles from './ReadyCount.module.css'

/** More than this would not fit its dot. */
const most = 9

/** A lit dot with how many things wait; nothing where none does. It is silent: words beside it say the same. */
export const ReadyCount = ({ count, className }: { count: number; className?: string | undefined }) =>
  count > 0 && (
    <span className={classes(styles.count, className)} aria-hidden="true">
      {count > most ? `${most}+` : count}
    </span>
  )
