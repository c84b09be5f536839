import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Note.module.css'

export type NoteProps = {
  icon: IconName
  /** `plain` for what is good to know. */
  tone?: 'warn' | 'plain' | undefined
  children: ReactNode
  /** `alert` for something that just failed. */
  role?: 'alert' | 'status' | undefined
  /** What can be done about it. */
  action?: ReactNode
}

/** A line inside a sheet that says what does not work right now, or what is good to know. */
export const Note = ({ icon, tone = 'warn', children, role = 'status', action }: NoteProps) => (
  <div className={classes(styles.note, tone === 'plain' && styles.plain)} role={role}>
    <Icon name={icon} />
    <span>{children}</span>
    {action}
  </div>
)
