import { type Bus, type Clock, every } from '@minefall/shared/node'
import type { DeskConnection, DeskServer } from './connection.ts'
import { connectionFeed, type Feed } from './feed.ts'
import type { DeskMetrics } from './metrics.ts'

/** Rows in one message: a few hundred kilobytes. */
const rowsAtOnce = 200
/** How often a desk that lags is checked for progress, in milliseconds. */
const refillEveryMs = 100
/** Totals that stay the same are sent again after this, by which a desk knows that it is up to date, in milliseconds. */
const sameTotalsAfterMs = 2_000

export type Watchers = {
  /** This desk watches all connections, or those of some players: first all rows, then changes. */
  watch(connection: DeskConnection, players: readonly string[] | null): void
  unwatch(connection: DeskConnection): void
  close(): void
}

/** How many missed rows are tracked one by one; beyond that the desk gets all rows again. */
const missedMost = 20_000

/** A watching desk, and what it has not been sent yet. */
type Watcher = {
  connection: DeskConnection
  /** Whose rows it wants; null for all. */
  players: ReadonlySet<string> | null
  /** With some players: the rows it was sent. */
  told: Set<string>
  /** Rows that changed since they were sent, each once. */
  missing: Set<string>
  /** It starts over with these. */
  reset: boolean
  /** The figures it was last sent, and when it was sent totals. */
  nodes: string
  totals: string
  totalsAt: number
}

type WatchersOptions = {
  io: DeskServer
  bus: Bus
  clock: Clock
  edge: string
  /** Bytes queued for a desk past which it gets no more rows until it has caught up. */
  softBytes: number
  metrics: Pick<DeskMetrics, 'behind'>
}

/**
 * Sends desks the connections of all BFFs while they watch. Changes go in one message to all desks that are up to
 * date. A new or slow desk gets what it misses in parts, as it reads: one current row per connection at most.
 */
export const watchers = ({ io, bus, clock, edge, softBytes, metrics }: WatchersOptions): Watchers => {
  const all = new Map<DeskConnection, Watcher>()
  let feed: Feed | null = null
  let stopRefilling = () => {}

  const isFull = ({ connection }: Watcher) => connection.outbox.queued() > softBytes
  const piecesOf = (ids: readonly string[]) =>
    Array.from({ length: Math.ceil(ids.length / rowsAtOnce) }, (_, nth) =>
      ids.slice(nth * rowsAtOnce, (nth + 1) * rowsAtOnce),
    )
  const asTheyAre = ({ row }: Feed, ids: readonly string[]) => ({
    rows: ids.flatMap((id) => row(id) ?? []),
    gone: ids.filter((id) => !row(id)),
  })

  /** Sends missing rows until there are none or enough are queued. */
  const refill = (from: Feed, watcher: Watcher) => {
    const { connection, missing } = watcher
    while ((watcher.reset || missing.size > 0) && !isFull(watcher)) {
      const ids = [...missing].slice(0, rowsAtOnce)
      for (const id of ids) missing.delete(id)
      const { reset } = watcher
      watcher.reset = false
      connection.socket.emit('connections.rows', {
        ...{ reset, more: missing.size > 0 },
        ...asTheyAre(from, ids),
      })
    }
  }

  /** Whether this row is, or was, among the rows it watches. */
  const wants = ({ row }: Feed, { players, told }: Watcher, id: string): boolean => {
    if (players === null) return true
    const isTheirs = players.has(row(id)?.playerId ?? '')
    if (isTheirs) told.add(id)
    return isTheirs || told.has(id)
  }

  const begin = (from: Feed, watcher: Watcher) => {
    watcher.told.clear()
    watcher.missing = new Set([...from.ids()].filter((id) => wants(from, watcher, id)))
    watcher.reset = true
  }

  const figuresOf = (from: Feed) => {
    const [nodes, totals] = [from.nodes(), from.totals()]
    return { nodes, totals, asNodes: JSON.stringify(nodes), asTotals: JSON.stringify(totals) }
  }

  const tellFigures = (figures: ReturnType<typeof figuresOf>, watcher: Watcher) => {
    if (isFull(watcher)) return
    const { nodes, totals, asNodes, asTotals } = figures
    const { socket } = watcher.connection
    const now = clock.now()
    if (asNodes !== watcher.nodes) socket.emit('connections.nodes', { nodes })
    if (asTotals !== watcher.totals || now - watcher.totalsAt >= sameTotalsAfterMs) {
      socket.emit('connections.totals', totals)
      watcher.totalsAt = now
    }
    Object.assign(watcher, { nodes: asNodes, totals: asTotals })
  }

  const changed = (from: Feed, ids: readonly string[]) => {
    // Bytes queued before: what is sent now has had no time to be read.
    metrics.behind.set([...all.values()].filter(isFull).length)
    const upToDate: string[] = []
    for (const watcher of all.values()) {
      const { missing, reset, connection, players } = watcher
      if (players === null && missing.size === 0 && !reset && !isFull(watcher))
        upToDate.push(connection.socket.id)
      else for (const id of ids) if (wants(from, watcher, id)) missing.add(id)
      if (missing.size > missedMost) begin(from, watcher)
      if (players !== null) refill(from, watcher)
    }
    if (upToDate.length > 0)
      for (const piece of piecesOf(ids))
        io.to(upToDate).emit('connections.rows', { reset: false, more: false, ...asTheyAre(from, piece) })
    const figures = figuresOf(from)
    for (const watcher of all.values()) tellFigures(figures, watcher)
  }

  const open = (): Feed => {
    const opened: Feed = connectionFeed({ bus, clock, edge, changed: (ids) => changed(opened, ids) })
    stopRefilling = every(clock, refillEveryMs, () => {
      for (const watcher of all.values()) refill(opened, watcher)
    })
    return opened
  }

  const stop = () => {
    metrics.behind.set(0)
    stopRefilling()
    feed?.close()
    feed = null
  }

  return {
    watch(connection, players) {
      feed ??= open()
      const watcher: Watcher = {
        ...{ connection, players: players && new Set(players), told: new Set() },
        ...{ missing: new Set(), reset: true, nodes: '', totals: '', totalsAt: 0 },
      }
      all.set(connection, watcher)
      begin(feed, watcher)
      tellFigures(figuresOf(feed), watcher)
      refill(feed, watcher)
    },
    unwatch(connection) {
      if (all.delete(connection) && all.size === 0) stop()
    },
    close() {
      all.clear()
      stop()
    },
  }
}
