import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './Table.module.css'

export type Column<T> = {
  id: string
  title: string
  cell: (row: T) => ReactNode
  /** Such as `96px` or `20%`; columns without one share the rest. */
  width?: string
  right?: boolean
  /** Whether one may sort by it. */
  sorts?: boolean
  /** Makes what is in it the button that presses the row, for the keyboard. Not for cells with a link. */
  opens?: boolean
}

export type Sort = { by: string; down: boolean }

/** What sorting by this column leads to: the other way round when it is sorted by already. */
export const sortedBy = (sort: Sort | undefined, by: string): Sort => ({
  by,
  down: sort?.by === by ? !sort.down : false,
})

const ariaSort = (sort: Sort | undefined, id: string) => {
  if (sort?.by !== id) return undefined
  return sort.down ? 'descending' : 'ascending'
}

export type HeadProps<T> = {
  columns: readonly Column<T>[]
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
}

/** What a table shows, however it draws its rows. */
export type Tabled<T> = HeadProps<T> & {
  /** What it is a table of. */
  label: string
  rows: readonly T[]
  keyOf: (row: T) => string
  /** The key of the selected row. */
  selected?: string | null
  /** A press anywhere on a row; one column `opens` it for the keyboard. */
  onPress?: (row: T) => void
}

/** The heading row of every table. */
export const Head = <T,>({ columns, sort, onSort }: HeadProps<T>) => (
  <thead>
    <tr>
      {columns.map(({ id, title, right, sorts }) => (
        <th key={id} scope="col" className={right ? styles.right : undefined} aria-sort={ariaSort(sort, id)}>
          {sorts && onSort ? (
            <button type="button" className={styles.sort} onClick={() => onSort(sortedBy(sort, id))}>
              {title}
              {sort?.by === id && (sort.down ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
            </button>
          ) : (
            title
          )}
        </th>
      ))}
    </tr>
  </thead>
)

export type CellsProps<T> = {
  columns: readonly Column<T>[]
  row: T
  onPress?: ((row: T) => void) | undefined
}

/** The cells of one row. */
export const Cells = <T,>({ columns, row, onPress }: CellsProps<T>) =>
  columns.map(({ id, right, cell, opens }) => (
    <td key={id} className={right ? styles.right : undefined}>
      {opens && onPress ? (
        <button
          type="button"
          className={styles.open}
          onClick={(event) => {
            event.stopPropagation()
            onPress(row)
          }}
        >
          {cell(row)}
        </button>
      ) : (
        cell(row)
      )}
    </td>
  ))

/** The widths of the columns of a table whose layout is fixed. */
export const Widths = <T,>({ columns }: { columns: readonly Column<T>[] }) => (
  <colgroup>
    {columns.map(({ id, width }) => (
      <col key={id} style={width === undefined ? undefined : { width }} />
    ))}
  </colgroup>
)
