import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { classes } from '../../src/ui/classes.ts'
import { Copy } from './Copy.tsx'
import styles from './Layout.module.css'

/** Where pages put what is theirs of the top bar. */
export const TopSlotPlace = createContext<HTMLElement | null>(null)

/** Shows its children at the right of the top bar while its page is there: a date, a button, a word about the list. */
export const TopSlot = ({ children }: { children: ReactNode }) => {
  const place = useContext(TopSlotPlace)
  return place && createPortal(children, place)
}

/** A line with a name, what is shown, and the text to copy where that is something to copy. */
type Line = readonly [name: string, shown: ReactNode, copied?: string]

/** Names and values, one below the other, each with a way to copy it: for what is longer than a figure. */
export const Lines = ({ of }: { of: readonly Line[] }) => (
  <dl className={styles.lines}>
    {of.map(([name, shown, copied]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <bdi>{shown}</bdi>
          {copied !== undefined && <Copy text={copied} what={name.toLowerCase()} />}
        </dd>
      </div>
    ))}
  </dl>
)

type Children = { children: ReactNode }

/** A page that scrolls as a whole. */
export const Page = ({ children }: Children) => <div className={styles.page}>{children}</div>

/** A page whose parts scroll on their own: a list, and a panel at its side (over it where there is little room). */
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
