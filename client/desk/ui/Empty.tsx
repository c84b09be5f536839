import type { ReactNode } from 'react'
import styles from './states.module.css'

/** Says that there is nothing, and what would be here. */
export const Empty = ({ children }: { children: ReactNode }) => <p className={styles.box}>{children}</p>
