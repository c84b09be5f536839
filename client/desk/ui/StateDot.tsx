import type { ConnectionState } from '@minefall/shared/contracts/desk'
import type { ReactNode } from 'react'
import { classes } from '../../src/ui/classes.ts'
import styles from './StateDot.module.css'

/** Form first, color second: a circle live, a triangle lagging, an open ring resuming, a cross lost. */
const forms: Record<ConnectionState, ReactNode> = {
  live: <circle cx="6" cy="6" r="4.6" fill="currentColor" />,
  lagging: <path d="M6 1l5.3 9.7H.7z" fill="currentColor" />,
  resuming: (
    <path
      d="M10.3 6A4.3 4.3 0 1 1 8 2.2"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
    />
  ),
  lost: (
    <path d="M2 2l8 8M10 2l-8 8" fill="none" stroke="currentColor" strokeWidth="2.6" strokeLinecap="round" />
  ),
}

export const stateNames: Record<ConnectionState, string> = {
  live: 'Live',
  lagging: 'Lagging',
  resuming: 'Resuming',
  lost: 'Lost',
}

/** How a connection is doing: its sign and a word for it. */
export const StateDot = ({
  state,
  children = stateNames[state],
}: {
  state: ConnectionState
  children?: ReactNode
}) => (
  <span className={classes(styles.state, styles[state])}>
    <svg viewBox="0 0 12 12" aria-hidden="true">
      {forms[state]}
    </svg>
    <span>{children}</span>
  </span>
)
