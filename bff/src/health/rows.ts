import type { Counted } from '@minefall/shared/connections'
import type { ConnectionRow } from '@minefall/shared/contracts'
import type { Entry } from './entry.ts'
import type { Watched } from './watched.ts'

/** A figure in milliseconds is told again when it moved by this much, or by a tenth that is no trifle. */
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

const roundTripOf = ({ roundTrip }: Watched): number | null =>
  roundTrip.taken() === 0 ? null : Math.round(roundTrip.median())

const followsOthers = ({ matches }: ConnectionRow, { follows }: Watched): boolean =>
  matches.length !== follows.size || matches.some(({ matchId, seat }) => follows.get(matchId)?.seat !== seat)

const differsOpen = (told: ConnectionRow, open: Watched): boolean => {
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

/** Whether its row is worth telling again, after it was told as `told`. */
export const differs = (told: ConnectionRow, entry: Entry): boolean =>
  told.state !== entry.state ||
  told.cause !== entry.cause ||
  told.stateSince !== entry.stateSince ||
  told.since !== entry.since ||
  told.lastClose !== entry.lastClose ||
  told.reconnectsLastHour !== entry.returns.length ||
  ('open' in entry.now && differsOpen(told, entry.now.open))

type Seen = Omit<
  ConnectionRow,
  'state' | 'cause' | 'since' | 'stateSince' | 'lastClose' | 'reconnectsLastHour'
>

const seenOf = ({ id, tab }: Entry, open: Watched, edge: string): Seen => {
  const { player, reported, release } = open
  const { name, avatar, kind } = player.view
  return {
    ...{ id, edge, tab, playerId: player.playerId, name, guest: kind === 'guest', avatar },
    roundTripMs: roundTripOf(open),
    jitterMs: reported.jitterMs,
    recent: open.roundTrip.recent().map(Math.round),
    transport: 'websocket',
    device: open.device,
    locale: open.locale,
    release,
    matches: [...open.follows.values()].map(({ matchId, seat }) => ({ matchId, seat })),
    seqLag: reported.seqLag,
    unacknowledged: reported.unacknowledged,
    queuedBytes: open.outbox.queued(),
  }
}

/** Its row as it is now: that of a connection which ended is as it was then, but for its state. */
export const rowOf = (entry: Entry, edge: string): ConnectionRow => ({
  ...('open' in entry.now ? seenOf(entry, entry.now.open, edge) : entry.now.ended),
  state: entry.state,
  cause: entry.cause,
  since: entry.since,
  stateSince: entry.stateSince,
  lastClose: entry.lastClose,
  reconnectsLastHour: entry.returns.length,
})

/** What totals count of them, without making rows. */
export function* figuresOf(entries: Iterable<Entry>): Generator<Counted> {
  for (const { state, now } of entries)
    yield 'open' in now
      ? { state, roundTripMs: roundTripOf(now.open), matches: now.open.follows.values() }
      : { state, roundTripMs: now.ended.roundTripMs, matches: now.ended.matches }
}
