import { useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentType, type PointerEventHandler, useEffect, useRef } from 'react'
import { classes } from '../../src/ui/classes.ts'
import { reachable } from './KeyHint.tsx'
import styles from './Table.module.css'
import { Cells, type CommonTableProps, Head, Widths } from './Table.tsx'

/** In pixels. */
const rowHeight = 31

/** Of all `rows` those in sight alone are drawn; the selected one is scrolled to when it changes. */
export type VirtualTableProps<T> = CommonTableProps<T> & {
  /** Draws a row's `<td>`s on its own, where each row reads its own state; `Cells` otherwise. */
  Row?: ComponentType<{ row: T }>
  rowClass?: (row: T) => string | undefined
  onPointerEnter?: PointerEventHandler
  onPointerLeave?: PointerEventHandler
}

/** A table of any length, with one line a row. It fills what is left of the page's height. */
export const VirtualTable = <T,>({
  label,
  columns,
  rows,
  keyOf,
  sort,
  onSort,
  selected = null,
  onPress,
  Row,
  rowClass,
  onPointerEnter,
  onPointerLeave,
}: VirtualTableProps<T>) => {
  const scroller = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: rowHeight,
  })
  const place = selected === null ? -1 : rows.findIndex((row) => keyOf(row) === selected)
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
        <Widths columns={columns} />
        <Head columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          {above > 0 && (
            <tr aria-hidden>
              <td className={styles.space} colSpan={columns.length} style={{ height: above }} />
            </tr>
          )}
          {items.map(({ index }) => {
            const row = rows[index]
            if (row === undefined) return null
            const key = keyOf(row)
            return (
              <tr
                key={key}
                aria-rowindex={index + 2}
                aria-current={key === selected || undefined}
                className={classes(onPress && styles.pressable, rowClass?.(row))}
                onClick={onPress && (() => onPress(row))}
              >
                {Row ? <Row row={row} /> : <Cells columns={columns} row={row} onPress={onPress} />}
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
