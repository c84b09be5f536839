import type { ConnectionRow, DeskServerMessage } from '@minefall/shared/contracts/desk'
import { useSyncExternalStore } from 'react'

/** All rows by their id. A new map for each message, the same row for as long as nothing of it changes. */
export type ConnectionRows = ReadonlyMap<string, ConnectionRow>

/**
 * The rows of all connections, outside React: five thousand of them change every second, and only the few that are in
 * sight are drawn again.
 */
export const createConnectionRows = () => {
  let shown: ConnectionRows = new Map()
  /** The parts of a whole that has not all come yet; what was reported before stays in sight until then. */
  let gathering: Map<string, ConnectionRow> | null = null
  const whole = new Set<() => void>()
  const single = new Map<string, Set<() => void>>()

  const tell = (before: ConnectionRows) => {
    for (const [id, listeners] of single)
      if (before.get(id) !== shown.get(id)) for (const listener of listeners) listener()
    for (const listener of whole) listener()
  }
  return {
    get: (id: string): ConnectionRow | undefined => shown.get(id),
    all: (): ConnectionRows => shown,
    apply({ reset, more, rows, gone }: DeskServerMessage<'connections.rows'>) {
      const next = reset ? new Map<string, ConnectionRow>() : new Map(gathering ?? shown)
      for (const id of gone) next.delete(id)
      for (const row of rows) next.set(row.id, row)
      gathering = more ? next : null
      if (more) return
      const before = shown
      shown = next
      tell(before)
    },
    clear() {
      const before = shown
      shown = new Map()
      gathering = null
      tell(before)
    },
    subscribe(listener: () => void) {
      whole.add(listener)
      return () => {
        whole.delete(listener)
      }
    },
    subscribeTo(id: string, listener: () => void) {
      const listeners = single.get(id) ?? new Set()
      single.set(id, listeners)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) single.delete(id)
      }
    },
  }
}

/** The rows of this desk. They come while something watches: `useWatch`. */
export const connectionRows = createConnectionRows()

/** One connection by the id of its row; it is drawn again when that row changes, and by nothing else. */
export const useConnection = (id: string): ConnectionRow | undefined =>
  useSyncExternalStore(
    (listener) => connectionRows.subscribeTo(id, listener),
    () => connectionRows.get(id),
  )

/** All connections; drawn again with each message about any of them. */
export const useConnections = (): ConnectionRows =>
  useSyncExternalStore(connectionRows.subscribe, connectionRows.all)
