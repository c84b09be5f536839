import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './field.module.css'

export type FieldProps = {
  /** The id of the input that the label names. */
  id: string
  label: string
  /** Whether the last attempt failed by it. */
  wrong?: boolean
  /** The parts of the one box: an input, and what belongs to it. */
  children: ReactNode
  below?: ReactNode
}

/** A label above one sunken box whose parts are divided, not boxed. */
export const Field = ({ id, label, wrong = false, children, below }: FieldProps) => (
  <div className={styles.field}>
    <label className={styles.label} htmlFor={id}>
      {label}
    </label>
    <div className={classes(styles.box, wrong && styles.wrong)}>{children}</div>
    {below}
  </div>
)
