import type { ReactNode } from 'react'
import { classes } from '../../../ui/classes.ts'
import styles from './sums.module.css'

export type Sum = { name: string; value: ReactNode; isTotal?: boolean }

/** What a sum is made of, line by line, and in the end what it comes to. */
export const Sums = ({ lines }: { lines: readonly Sum[] }) => (
  <dl className={styles.sums}>
    {lines.map(({ name, value, isTotal = false }) => (
      <div key={name} className={classes(styles.line, isTotal && styles.total)}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
