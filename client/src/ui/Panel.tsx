import type { HTMLAttributes } from 'react'
import { classes } from './classes.ts'
import styles from './Panel.module.css'

export type PanelProps = HTMLAttributes<HTMLElement> & {
  as?: 'div' | 'section' | 'article' | 'ul' | 'ol' | 'li' | undefined
}

/** A surface one step above the page. */
export const Panel = ({ as: Tag = 'div', className, ...rest }: PanelProps) => (
  <Tag {...rest} className={classes(styles.panel, className)} />
)
