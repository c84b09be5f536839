import type { ReactNode } from 'react'
import { Copy } from '../../ui/Copy.tsx'
import styles from './orders.module.css'

/** A line with a name, what is shown, and the text to copy where that is something to copy. */
export type Line = readonly [name: string, shown: ReactNode, copied?: string]

/** Names and values, one below the other, each with a way to copy it. */
export const Lines = ({ of }: { of: readonly Line[] }) => (
  <dl className={styles.lines}>
    {of.map(([name, shown, copied]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <bdi>{shown}</bdi>
        </dd>
        {copied !== undefined && <Copy text={copied} what={name.toLowerCase()} />}
      </div>
    ))}
  </dl>
)
