import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Note.module.css'

export type NoteProps = {
  icon: IconName
  children: ReactNode
  /** `alert` for something that just failed. */
  role?: 'alert' | 'status' | undefined
  /** What can be done about it. */
  action?: ReactNode
}

/** A line inside a sheet that says what does not work right now. */
export const Note = ({ icon, children, role = 'status', action }: NoteProps) => (
  <div className={styles.note} role={role}>
    <Icon name={icon} />
    <span>{children}</span>
    {action}
  </div>
)
