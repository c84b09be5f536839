import type { ReactNode } from 'react'
import styles from './Stat.module.css'

/** Figures side by side at the top of a page. */
export const StatStrip = ({ label, children }: { label: string; children: ReactNode }) => (
  <section className={styles.strip} aria-label={label}>
    {children}
  </section>
)

export type StatProps = {
  name: ReactNode
  value: ReactNode
  note?: ReactNode
  /** Makes it a filter. */
  onPress?: () => void
  pressed?: boolean
}

export const Stat = ({ name, value, note, onPress, pressed = false }: StatProps) => {
  const content = (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>{value}</span>
      {note && <span className={styles.note}>{note}</span>}
    </>
  )
  if (!onPress) return <div className={styles.stat}>{content}</div>
  return (
    <button type="button" className={styles.stat} aria-pressed={pressed} onClick={onPress}>
      {content}
    </button>
  )
}
