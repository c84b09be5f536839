import type { ConnectionRow, ConnectionTotals, EdgeRows } from '../contracts/desk/index.ts'
import { addHours, totalsOf } from './totals.ts'

/** A BFF that has sent nothing for this long is silent, in milliseconds. */
export const silentAfterMs = 3_000
/** A silent BFF and its rows are forgotten after this, in milliseconds. */
const forgetAfterMs = 60_000
/** A full list that was requested and has not begun is requested again after this, in milliseconds. */
const askAgainMs = 2_000

/** A BFF, and whether its rows are up to date. */
export type ConnectionNode = { edge: string; reports: boolean }

/** Rows that are new or changed, and the ids of those that are gone. */
export type RowChanges = { rows: ConnectionRow[]; gone: string[] }

/**
 * The connections of all BFFs, assembled from what each publishes. Knows no clock and no bus: times are passed in,
 * in milliseconds and never decreasing.
 */
export type ConnectionsView = {
  /** Takes in what a BFF publishes about its rows. True: some are missing, request all of them from that BFF (`edge.ask`). */
  take(told: EdgeRows, now: number): boolean
  /** Notes that a BFF is alive (`edge.beat`). */
  beat(edge: string, now: number): void
  /** Looks for BFFs that fell silent: their rows are lost, and forgotten a minute later. Call it each second. */
  tick(now: number): void
  rows(): IterableIterator<ConnectionRow>
  /** What changed since the last call. */
  changes(): RowChanges
  /** Sorted by name. */
  nodes(): ConnectionNode[]
  totals(): ConnectionTotals
}

type Node = {
  edge: string
  rows: Map<string, ConnectionRow>
  /** The last version taken in; null before the first full list, and when something is missing. */
  version: number | null
  /** The rows received so far of a full list in parts; null when none is arriving. */
  whole: Set<string> | null
  askedAt: number
  lastSeenAt: number
  /** When it last published rows. */
  toldAt: number
  silentSince: number | null
  totals: ConnectionTotals | null
}

/** Whether a connection that may still send is behind it. */
const isOpen = ({ cause }: ConnectionRow): boolean => cause !== 'closed' && cause !== 'node'

const lostWithNode = (row: ConnectionRow, now: number): ConnectionRow => ({
  ...row,
  state: 'lost',
  cause: 'node',
  stateSince: now,
  lastClose: { code: 'server', at: now },
})

export const connectionsView = (): ConnectionsView => {
  const nodes = new Map<string, Node>()
  const shown = new Map<string, ConnectionRow>()
  /** The row shown for each tab: it may have ended at one BFF and be back at another. */
  const tabs = new Map<string, string>()
  let changed = new Set<string>()
  let now = 0

  const nodeOf = (edge: string): Node => {
    const known = nodes.get(edge)
    if (known) return known
    const node: Node = {
      ...{ edge, rows: new Map(), version: null, whole: null, totals: null, silentSince: null },
      ...{ askedAt: Number.NEGATIVE_INFINITY, lastSeenAt: now, toldAt: Number.NEGATIVE_INFINITY },
    }
    nodes.set(edge, node)
    return node
  }

  const hide = (id: string) => {
    const row = shown.get(id)
    if (!row) return
    shown.delete(id)
    changed.add(id)
    if (tabs.get(row.tab) === id) tabs.delete(row.tab)
  }

  const show = (row: ConnectionRow) => {
    const other = tabs.get(row.tab)
    const otherRow = other === undefined || other === row.id ? undefined : shown.get(other)
    if (otherRow && otherRow.edge !== row.edge) {
      if (!isOpen(row) && isOpen(otherRow)) return hide(row.id)
      if (!isOpen(otherRow)) hide(otherRow.id)
    }
    shown.set(row.id, row)
    changed.add(row.id)
    // While a tab is open at two BFFs, the newer connection stays when one of them ends.
    const isOlder = otherRow && isOpen(otherRow) && otherRow.since > row.since
    if (!isOlder) tabs.set(row.tab, row.id)
  }

  const remove = (node: Node, id: string) => {
    node.rows.delete(id)
    hide(id)
  }

  /** Whether a message arrived in order; tracks the version. */
  const follows = (node: Node, { version, whole, part, parts }: EdgeRows): boolean => {
    if (whole && part === 1) node.whole = new Set()
    else if (node.version === null || version !== node.version + 1 || whole !== (node.whole !== null)) {
      node.version = null
      node.whole = null
      return false
    }
    node.version = version
    return part <= parts
  }

  const heard = (edge: string): Node => {
    const node = nodeOf(edge)
    node.lastSeenAt = now
    if (node.silentSince === null) return node
    // Its rows are marked lost: only a full list corrects that.
    node.silentSince = null
    node.version = null
    node.whole = null
    return node
  }

  const forget = (node: Node) => {
    for (const id of [...node.rows.keys()]) remove(node, id)
    nodes.delete(node.edge)
  }

  return {
    take(told, at) {
      now = at
      const node = heard(told.edge)
      if (!follows(node, told)) {
        if (now - node.askedAt < askAgainMs) return false
        node.askedAt = now
        return true
      }
      node.toldAt = now
      node.totals = told.totals
      for (const row of told.rows) {
        node.rows.set(row.id, row)
        node.whole?.add(row.id)
        show(row)
      }
      for (const id of told.gone) remove(node, id)
      if (node.whole && told.part === told.parts) {
        for (const id of [...node.rows.keys()]) if (!node.whole.has(id)) remove(node, id)
        node.whole = null
      }
      return false
    },
    beat(edge, at) {
      now = at
      heard(edge)
    },
    tick(at) {
      now = at
      for (const node of [...nodes.values()]) {
        if (node.silentSince !== null) {
          if (now - node.silentSince >= forgetAfterMs) forget(node)
        } else if (now - node.lastSeenAt > silentAfterMs) {
          node.silentSince = now
          for (const row of node.rows.values()) {
            if (row.state === 'lost') continue
            const lost = lostWithNode(row, now)
            node.rows.set(row.id, lost)
            if (shown.has(row.id)) show(lost)
          }
        }
      }
    },
    rows: () => shown.values(),
    changes() {
      const told: RowChanges = { rows: [], gone: [] }
      for (const id of changed) {
        const row = shown.get(id)
        if (row) told.rows.push(row)
        else told.gone.push(id)
      }
      changed = new Set()
      return told
    },
    nodes: () =>
      [...nodes.values()]
        .map(({ edge, version, whole, toldAt, silentSince }) => ({
          edge,
          reports:
            version !== null && whole === null && silentSince === null && now - toldAt <= silentAfterMs,
        }))
        .sort((a, b) => a.edge.localeCompare(b.edge)),
    totals: () =>
      totalsOf(
        shown.values(),
        addHours([...nodes.values()].flatMap(({ totals }) => (totals ? [totals] : []))),
      ),
  }
}
