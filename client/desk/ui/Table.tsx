import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { classes } from '../../src/ui/classes.ts'
import { reachable } from './KeyHint.tsx'
import styles from './Table.module.css'
import { Empty, Pager, type PagerProps, Waiting } from './Waiting.tsx'

export type Column<T> = {
  id: string
  title: string
  cell: (row: T) => ReactNode
  right?: boolean
  /** Makes what is in it the button that presses the row, for the keyboard. Not for cells with a link. */
  opens?: boolean
}

type CellsProps<T> = {
  columns: readonly Column<T>[]
  row: T
  onPress?: ((row: T) => void) | undefined
}

/** The cells of one row. */
const Cells = <T,>({ columns, row, onPress }: CellsProps<T>) =>
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

export type TableProps<T> = {
  /** What it is a table of. */
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  /** The key of the selected row. */
  selected?: string | null
  /** A press anywhere on a row; one column `opens` it for the keyboard. */
  onPress?: (row: T) => void
  /** What is said when there are no rows. */
  empty?: ReactNode
}

/** A table of up to a few hundred rows. Rows are as high as what is in them. */
export const Table = <T,>({
  label,
  columns,
  rows,
  keyOf,
  selected = null,
  onPress,
  empty = 'Nothing here.',
}: TableProps<T>) => {
  if (rows.length === 0) return <Empty>{empty}</Empty>
  return (
    <section className={styles.scroller} aria-label={label} ref={reachable}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, title, right }) => (
              <th key={id} scope="col" className={right ? styles.right : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
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

type PagedTableProps<T> = Omit<TableProps<T>, 'rows'> & {
  /** What `usePages` answers. */
  of: PagerProps['of'] & { rows: readonly T[] } & Pick<UseQueryResult, 'data' | 'error' | 'refetch'>
  className?: string | undefined
}

/** The table of a list with a cursor, as far as it is read. It fills what is left of the page's height. */
export const PagedTable = <T,>({ of, className, ...table }: PagedTableProps<T>) =>
  of.data ? (
    <div className={classes(styles.paged, className)}>
      <Table {...table} rows={of.rows} />
      <Pager of={of} />
    </div>
  ) : (
    <Waiting of={of} />
  )
