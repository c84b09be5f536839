import type { Coins as Amount } from '@minefall/shared/game'
import type { ReactNode } from 'react'
import { formatCoins } from '../../src/lib/format.ts'
import styles from './Stat.module.css'
import { locale } from './words.ts'

/** A whole amount of coins, however large; with `sign` a plus before what came in. */
export const Coins = ({ amount, sign = false }: { amount: Amount; sign?: boolean }) => (
  <span>
    {sign && BigInt(amount) > 0n ? '+' : ''}
    {formatCoins(amount, locale)}
  </span>
)

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
