import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentType, type PointerEventHandler, useEffect, useRef } from 'react'
import { classes } from '../../src/ui/classes.ts'
import { Icon } from './Icon.tsx'
import { reachable } from './KeyHint.tsx'
import styles from './Table.module.css'

/** In pixels. */
const rowHeight = 31

/** One may sort by each. */
export type VirtualColumn = { id: string; title: string; width: string; right?: boolean }

export type Sort = { by: string; down: boolean }

/** What sorting by this column leads to: the other way round when it is sorted by already. */
const sortedBy = (sort: Sort, by: string): Sort => ({ by, down: sort.by === by && !sort.down })

const ariaSort = (sort: Sort, id: string) => {
  if (sort.by !== id) return undefined
  return sort.down ? 'descending' : 'ascending'
}

/** Of all rows those in sight alone are drawn; the selected one is scrolled to when it changes. */
export type VirtualTableProps = {
  /** What it is a table of. */
  label: string
  columns: readonly VirtualColumn[]
  /** The key of each row. */
  rows: readonly string[]
  /** Draws a row's `<td>`s on its own, as each row reads its own state. */
  Row: ComponentType<{ row: string }>
  sort: Sort
  onSort: (sort: Sort) => void
  selected: string | null
  /** A press anywhere on a row. */
  onPress: (row: string) => void
  onPointerEnter: PointerEventHandler
  onPointerLeave: PointerEventHandler
}

/** A table of any length, with one line a row. It fills what is left of the page's height. */
export const VirtualTable = ({
  label,
  columns,
  rows,
  Row,
  sort,
  onSort,
  selected,
  onPress,
  onPointerEnter,
  onPointerLeave,
}: VirtualTableProps) => {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: rowHeight,
  })
  const place = selected === null ? -1 : rows.indexOf(selected)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (shown.current === selected) return
    shown.current = selected
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' })
  }, [selected, place, virtual])
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <section
      ref={(element) => {
        scroller.current = element
        reachable(element)
      }}
      className={classes(styles.scroller, styles.fill)}
      aria-label={label}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
    >
      <table
        className={classes(styles.table, styles.fixed)}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map(({ id, title, right }) => (
              <th
                key={id}
                scope="col"
                className={right ? styles.right : undefined}
                aria-sort={ariaSort(sort, id)}
              >
                <button type="button" className={styles.sort} onClick={() => onSort(sortedBy(sort, id))}>
                  {title}
                  {sort.by === id && <Icon name={sort.down ? 'falling' : 'rising'} />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && (
            <tr aria-hidden>
              <td className={styles.space} colSpan={columns.length} style={{ height: above }} />
            </tr>
          )}
          {items.map(({ index }) => {
            const row = rows[index]
            if (row === undefined) return null
            return (
              <tr
                key={row}
                aria-rowindex={index + 2}
                aria-current={row === selected || undefined}
                className={styles.pressable}
                onClick={() => onPress(row)}
              >
                <Row row={row} />
              </tr>
            )
          })}
          {below > 0 && (
            <tr aria-hidden>
              <td className={styles.space} colSpan={columns.length} style={{ height: below }} />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
