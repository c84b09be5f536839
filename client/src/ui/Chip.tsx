import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { classes } from './classes.ts'

export type ChipProps = {
  children: ReactNode
  tone?: 'plain' | 'good' | 'warn' | 'bad' | 'primary' | undefined
  /** A label inside a line of text. */
  small?: boolean | undefined
  className?: string | undefined
}

export const Chip = ({ children, tone = 'plain', small = false, className }: ChipProps) => (
  <span className={classes(styles.chip, styles[tone], small && styles.small, className)}>{children}</span>
)
