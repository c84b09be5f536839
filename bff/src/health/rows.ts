import type { CountableRow } from '@minefall/shared/connections'
import type { ConnectionRow } from '@minefall/shared/contracts/desk'
import type { Entry } from './entry.ts'
import type { WatchedConnection } from './watched.ts'

/** A figure in milliseconds is sent again when it moved by this much, or by a tenth and more than a trifle. */
const toldAgainMs = 20
const share = 0.1
const trifleMs = 5
/** The same of bytes. */
const toldAgainBytes = 1_024

const moved = (told: number | null, is: number | null): boolean => {
  if (told === null || is === null) return told !== is
  const by = Math.abs(told - is)
  return by >= toldAgainMs || (by >= trifleMs && by >= told * share)
}

const queueMoved = (told: number, is: number): boolean =>
  Math.abs(told - is) >= toldAgainBytes || (told === 0) !== (is === 0)

const roundTripOf = ({ roundTrip }: WatchedConnection): number | null =>
  roundTrip.taken() === 0 ? null : Math.round(roundTrip.median())

const followsOthers = ({ matches }: ConnectionRow, { follows }: WatchedConnection): boolean =>
  matches.length !== follows.size || matches.some(({ matchId, seat }) => follows.get(matchId)?.seat !== seat)

const differsOpen = (told: ConnectionRow, open: WatchedConnection): boolean => {
  const { player, reported } = open
  const { view } = player
  return (
    told.playerId !== player.playerId ||
    told.name !== view.name ||
    told.avatar !== view.avatar ||
    told.guest !== (view.kind === 'guest') ||
    told.unacknowledged !== reported.unacknowledged ||
    told.seqLag !== reported.seqLag ||
    moved(told.roundTripMs, roundTripOf(open)) ||
    moved(told.jitterMs, reported.jitterMs) ||
    queueMoved(told.queuedBytes, open.outbox.queued()) ||
    followsOthers(told, open)
  )
}

/** Whether its row differs enough from the one sent as `told`. */
export const differs = (told: ConnectionRow, entry: Entry): boolean =>
  told.state !== entry.state ||
  told.cause !== entry.cause ||
  told.stateSince !== entry.stateSince ||
  told.since !== entry.since ||
  told.lastClose !== entry.lastClose ||
  told.reconnectsLastHour !== entry.returns.length ||
  (entry.open !== null && differsOpen(told, entry.open))

/** Written out in full: thousands of these are made in one go. */
const openRow = (entry: Entry, open: WatchedConnection, edge: string): ConnectionRow => {
  const { player, reported } = open
  const { view } = player
  return {
    id: entry.id,
    edge,
    tab: entry.tab,
    playerId: player.playerId,
    name: view.name,
    guest: view.kind === 'guest',
    avatar: view.avatar,
    state: entry.state,
    cause: entry.cause,
    since: entry.since,
    stateSince: entry.stateSince,
    roundTripMs: roundTripOf(open),
    jitterMs: reported.jitterMs,
    recent: open.roundTrip.recent().map(whole),
    transport: 'websocket',
    device: open.device,
    locale: open.locale,
    release: open.release,
    reconnectsLastHour: entry.returns.length,
    lastClose: entry.lastClose,
    matches: Array.from(open.follows.values(), matchOf),
    seqLag: reported.seqLag,
    unacknowledged: reported.unacknowledged,
    queuedBytes: open.outbox.queued(),
  }
}

const whole = (ms: number): number => Math.round(ms)
const matchOf = ({ matchId, seat }: ConnectionRow['matches'][number]) => ({ matchId, seat })

/** Its current row: for an ended connection as it was then, except for its state. */
export const rowOf = (entry: Entry, edge: string): ConnectionRow => {
  if (entry.open) return openRow(entry, entry.open, edge)
  if (!entry.ended) throw new Error('a connection is open or has ended')
  const { state, cause, stateSince, lastClose, returns } = entry
  return { ...entry.ended.row, state, cause, stateSince, lastClose, reconnectsLastHour: returns.length }
}

/** What totals count, without making rows. */
export function* figuresOf(entries: Iterable<Entry>): Generator<CountableRow> {
  for (const { state, open } of entries)
    yield open
      ? { state, roundTripMs: roundTripOf(open), matches: open.follows.values() }
      : { state, roundTripMs: null, matches: [] }
}
