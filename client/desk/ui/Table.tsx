import type { ReactNode } from 'react'
import { Cells, Head, type Tabled } from './columns.tsx'
import { Empty } from './Empty.tsx'
import { reachable } from './reachable.ts'
import styles from './Table.module.css'

export type TableProps<T> = Tabled<T> & {
  /** What is said when there are no rows. */
  empty?: ReactNode
}

/** A table of up to a few hundred rows. Rows are as high as what is in them. */
export const Table = <T,>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  selected = null,
  onPress,
  empty = 'Nothing here.',
}: TableProps<T>) => {
  if (rows.length === 0) return <Empty>{empty}</Empty>
  return (
    <section className={styles.scroller} aria-label={label} ref={reachable}>
      <table className={styles.table} aria-label={label}>
        <Head columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              aria-current={keyOf(row) === selected || undefined}
              className={onPress && styles.pressable}
              onClick={onPress && (() => onPress(row))}
            >
              <Cells columns={columns} row={row} onPress={onPress} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
