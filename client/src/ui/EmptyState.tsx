import type { ReactNode } from 'react'
import { Emote, type EmoteName } from './Emote.tsx'
import styles from './EmptyState.module.css'
import { PageTitle } from './PageTitle.tsx'

export type EmptyStateProps = {
  face: EmoteName
  title: string
  /** It is all there is on the page: its title is the page's heading. */
  isPage?: boolean
  text?: string | undefined
  /** What to do now. */
  children?: ReactNode
  /** `alert` for something that just failed. */
  role?: 'alert' | 'status' | undefined
}

/** Nothing here, or nothing that worked: says so plainly and what to do. */
export const EmptyState = ({ face, title, isPage = false, text, children, role }: EmptyStateProps) => (
  <div className={styles.empty} role={role}>
    <Emote name={face} size={72} />
    {isPage ? (
      <PageTitle className={styles.title}>{title}</PageTitle>
    ) : (
      <p className={styles.title}>{title}</p>
    )}
    {text && <p className={styles.text}>{text}</p>}
    {children && <div className={styles.ways}>{children}</div>}
  </div>
)
