import type { ConnectionRow, EdgeRows } from '../contracts/desk/index.ts'

export const noTotals = {
  ...{ live: 0, lagging: 0, resuming: 0, lost: 0, inMatch: 0, matches: 0, p50: null, p95: null },
  ...{ reconnects: 0, backSoon: 0, closes: {} },
}

/** The id of the nth row. */
export const rowId = (n: number): string => n.toString(16).padStart(16, '0')

/** A row as it might be; its tab is its own by default. */
export const rowOf = (n: number, given: Partial<ConnectionRow> = {}): ConnectionRow => ({
  id: rowId(n),
  edge: 'edge-1',
  tab: `tab-${n}`,
  playerId: `player-${n}`,
  name: `Player ${n}`,
  guest: false,
  avatar: 'a1',
  state: 'live',
  cause: null,
  since: 1_000,
  stateSince: 1_000,
  roundTripMs: 40,
  jitterMs: 3,
  recent: [40],
  transport: 'websocket',
  device: 'Android, Chrome',
  locale: 'pt-BR',
  reconnectsLastHour: 0,
  lastClose: null,
  matches: [],
  seqLag: 0,
  unacknowledged: 0,
  queuedBytes: 0,
  ...given,
})

/** A whole in one part by default. */
export const told = (version: number, rows: ConnectionRow[], given: Partial<EdgeRows> = {}): EdgeRows => ({
  edge: 'edge-1',
  version,
  whole: true,
  part: 1,
  parts: 1,
  rows,
  gone: [],
  totals: noTotals,
  ...given,
})

export const change = (version: number, rows: ConnectionRow[], given: Partial<EdgeRows> = {}): EdgeRows =>
  told(version, rows, { whole: false, ...given })
