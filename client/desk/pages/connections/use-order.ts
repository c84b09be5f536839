import { useEffect, useRef, useState } from 'react'
import { type ConnectionRows, connectionRows } from '../../connection-rows.ts'
import { countsOf, type Filter, orderOf, type View } from './order.ts'

/** However often rows are told, the list is put in order at most once in so many milliseconds. */
const everyMs = 1_000

export type Order = { ids: readonly string[]; counts: Record<Filter, number>; nodes: readonly string[] }

const orderNow = (rows: ConnectionRows, view: View): Order => ({
  ids: orderOf(rows, view),
  counts: countsOf(rows),
  nodes: [...new Set(Array.from(rows.values(), ({ edge }) => edge))].sort(),
})

/**
 * The rows to show, in order, as they come and change. While `isHeld` those that are shown stay where they are, and
 * what is new waits; another view is shown at once all the same.
 */
export const useOrder = (view: View, isHeld: boolean): Order => {
  const [order, setOrder] = useState(() => orderNow(connectionRows.all(), view))
  const held = useRef(isHeld)
  held.current = isHeld
  const { filter, node, text, sort } = view
  const { by, down } = sort
  useEffect(() => {
    const current: View = { filter, node, text, sort: { by, down } }
    let timer: ReturnType<typeof setTimeout> | null = null
    const put = () => {
      timer = null
      const next = orderNow(connectionRows.all(), current)
      // An empty list holds nothing: the first rows come at once.
      setOrder((before) => (held.current && before.ids.length > 0 ? { ...next, ids: before.ids } : next))
    }
    setOrder(orderNow(connectionRows.all(), current))
    const stop = connectionRows.subscribe(() => {
      timer ??= setTimeout(put, everyMs)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [filter, node, text, by, down])
  // What waited comes as soon as nothing is held any more.
  useEffect(() => {
    if (!isHeld) setOrder(orderNow(connectionRows.all(), { filter, node, text, sort: { by, down } }))
  }, [isHeld, filter, node, text, by, down])
  return order
}
