import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Layout.module.css'

type Children = { children: ReactNode }

/** A page that scrolls as a whole. */
export const Page = ({ children }: Children) => <div className={styles.page}>{children}</div>

/** A page whose parts scroll by themselves: a list, and a panel at its side (over it where there is little room). */
export const Split = ({ children, side }: Children & { side?: ReactNode }) => (
  <div className={styles.split}>
    <div className={styles.main}>{children}</div>
    {side && <div className={styles.side}>{side}</div>}
  </div>
)

/** A part of a page or a panel with its heading; `card` stands alone on a page. */
export const Section = ({
  title,
  note,
  card = false,
  children,
}: Children & { title?: ReactNode; note?: ReactNode; card?: boolean }) => (
  <section className={classes(styles.section, card && styles.card)}>
    {(title || note) && (
      <div className={styles.sectionHead}>
        {title && <h2>{title}</h2>}
        {note}
      </div>
    )}
    {children}
  </section>
)

/** Names and values: `<Facts of={[['Jitter', '96 ms']]} />`. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** The row of filters above a list. */
export const Bar = ({ children }: Children) => <div className={styles.bar}>{children}</div>

/** The line below a list: what is shown, and keys. */
export const Foot = ({ children }: Children) => <footer className={styles.foot}>{children}</footer>
