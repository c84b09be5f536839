import type { ConnectionCause, ConnectionRow, ConnectionState } from '@minefall/shared/contracts/desk'
import type { ConnectionRows } from '../../connection-rows.ts'
import type { Sort } from '../../ui/VirtualTable.tsx'
import { closeWords } from '../../ui/words.ts'

const causeWords: Record<Exclude<ConnectionCause, 'closed'>, string> = {
  'round-trip': 'long round trips',
  waiting: 'waiting for a response',
  shed: 'reads too slowly',
  'catching-up': 'catching up',
  back: 'is back',
  silent: 'nothing heard',
  node: 'server gone',
}

/** What shows the state, in a few words that follow it: `Lost, network lost`; null while it is live. */
export const causeOf = ({ cause, lastClose }: ConnectionRow): string | null => {
  if (cause === null) return null
  if (cause !== 'closed') return causeWords[cause]
  return lastClose ? closeWords[lastClose.code].toLowerCase() : 'closed'
}

export const filters = ['all', 'trouble', 'live', 'lagging', 'resuming', 'lost', 'match'] as const
export type Filter = (typeof filters)[number]

/** What is shown of all connections, and in which order. */
export type View = { filter: Filter; node: string; text: string; sort: Sort }

const passes: Record<Filter, (row: ConnectionRow) => boolean> = {
  all: () => true,
  trouble: ({ state }) => state !== 'live',
  live: ({ state }) => state === 'live',
  lagging: ({ state }) => state === 'lagging',
  resuming: ({ state }) => state === 'resuming',
  lost: ({ state }) => state === 'lost',
  match: ({ matches }) => matches.some(({ seat }) => seat !== null),
}

const worst: Record<ConnectionState, number> = { lost: 3, resuming: 2, lagging: 1, live: 0 }

type Key = (row: ConnectionRow) => number | string

/** The worst state first; within one the longest round trips are the worst. */
const badness: Key = ({ state, roundTripMs }) => worst[state] * 1e9 + (roundTripMs ?? 0)

/** What a column is sorted by; larger is worse, longer or later. */
const keys = new Map<string, Key>([
  ['player', ({ name, playerId }) => (name || playerId).toLowerCase()],
  ['state', badness],
  ['roundTrip', ({ roundTripMs }) => roundTripMs ?? -1],
  ['jitter', ({ jitterMs }) => jitterMs ?? -1],
  ['device', ({ device }) => device],
  ['since', ({ since }) => -since],
  ['reconnects', ({ reconnectsLastHour }) => reconnectsLastHour],
  ['close', ({ lastClose }) => lastClose?.at ?? 0],
  ['node', ({ edge }) => edge],
  ['match', ({ matches }) => matches[0]?.matchId ?? ''],
  ['lag', ({ seqLag }) => seqLag],
  ['queue', ({ queuedBytes }) => queuedBytes],
])

const textOf = (row: ConnectionRow): string =>
  [
    row.name,
    row.playerId,
    row.device,
    row.edge,
    row.state,
    causeOf(row),
    row.lastClose && closeWords[row.lastClose.code],
    ...row.matches.map(({ matchId }) => matchId),
  ]
    .join(' ')
    .toLowerCase()

const compare = (a: number | string, b: number | string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The ids of the rows that are shown, in their order. Rows that are alike keep the order of their ids. */
export const orderOf = (rows: ConnectionRows, { filter, node, text, sort }: View): string[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const keyOf = keys.get(sort.by) ?? badness
  const found: { id: string; key: number | string }[] = []
  for (const row of rows.values()) {
    if (!passes[filter](row) || (node !== '' && row.edge !== node)) continue
    if (words.length > 0) {
      const all = textOf(row)
      if (!words.every((word) => all.includes(word))) continue
    }
    found.push({ id: row.id, key: keyOf(row) })
  }
  const way = sort.down ? -1 : 1
  found.sort((a, b) => way * compare(a.key, b.key) || compare(a.id, b.id))
  return found.map(({ id }) => id)
}

/** How many rows each filter would show. */
export const countsOf = (rows: ConnectionRows): Record<Filter, number> => {
  const counts: Record<Filter, number> = {
    all: 0,
    trouble: 0,
    live: 0,
    lagging: 0,
    resuming: 0,
    lost: 0,
    match: 0,
  }
  for (const row of rows.values()) for (const filter of filters) if (passes[filter](row)) counts[filter] += 1
  return counts
}
