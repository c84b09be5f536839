import type { ReactNode } from 'react'
import { IconButton } from './Button.tsx'
import styles from './SidePanel.module.css'

export type SidePanelProps = {
  label: string
  title: ReactNode
  detail?: ReactNode
  /** Left of the title: a picture or a sign. */
  sign?: ReactNode
  onClose: () => void
  children?: ReactNode
  /** Buttons two by two, and a `<p>` over their whole width. */
  actions?: ReactNode
}

/** What is known of the one that is selected, at the right of a list. */
export const SidePanel = ({ label, title, detail, sign, onClose, children, actions }: SidePanelProps) => (
  <aside className={styles.panel} aria-label={label}>
    <header className={styles.head}>
      {sign}
      <div className={styles.what}>
        <h2 className={styles.title}>{title}</h2>
        {detail && <p className={styles.detail}>{detail}</p>}
      </div>
      <IconButton icon="close" label="Close the panel" onClick={onClose} />
    </header>
    {children}
    {actions && <div className={styles.actions}>{actions}</div>}
  </aside>
)
