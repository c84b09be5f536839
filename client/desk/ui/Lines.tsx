import type { ReactNode } from 'react'
import { Copy } from './Copy.tsx'
import styles from './Lines.module.css'

/** A line with a name, what is shown, and the text to copy where that is something to copy. */
export type Line = readonly [name: string, shown: ReactNode, copied?: string]

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
