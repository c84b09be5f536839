import { createHash } from 'node:crypto'
import { totalsOf } from '@minefall/shared/connections'
import {
  type ConnectionEvent,
  type ConnectionMinute,
  type ConnectionRow,
  type ConnectionSample,
  type ConnectionState,
  type ConnectionTotals,
  sampleMs,
  totalMs,
} from '@minefall/shared/contracts/desk'
import type { CloseCode } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { elapsed, isRecent } from '../lately.ts'
import { newBucket, sampleInto, sampleOf } from './bucket.ts'
import { type Entry, look, newEntry, takeOver } from './entry.ts'
import { flow } from './hour.ts'
import { differs, figuresOf, rowOf } from './rows.ts'
import type { WatchedConnection } from './watched.ts'

/** Events for the platform to store. */
export type History = {
  event(event: ConnectionEvent): void
  sample(sample: ConnectionSample): void
}

/** Which rows of a sweep are wanted. */
export type RowScope = 'none' | 'changes' | 'whole'
export type SweepResult = { rows: ConnectionRow[]; gone: string[] }

/** The events it missed of a match; null if unknown. */
export type Resumed = { matchId: MatchId; missed: number | null }

export type Registry<C extends WatchedConnection> = {
  /** It is welcomed. */
  opened(connection: C): void
  /** It ended, or is being ended. */
  closed(connection: C, code: CloseCode): void
  /** It has caught up with a match. */
  resumed(connection: C, what: Resumed): void
  /** Looks at all of them, each second. */
  sweep(wanted: RowScope): SweepResult
  /** How many there are in each state. */
  states(): Readonly<Record<ConnectionState, number>>
  totals(): ConnectionTotals
  /** The current minute, with what happened since the last call. */
  minute(): ConnectionMinute
  /** The open connection of this row, if it is that player's. */
  find(id: string, playerId: string): C | null
}

export type RegistryOptions = {
  edge: string
  now: () => number
  /** A round trip longer than this lags. */
  weakMs: number
  /** Sixteen hex digits that no one can guess. */
  newId: () => string
  history: History
}

/**
 * Between two sweeps, in milliseconds. A sweep half a second late may find answers that only wait to be read: it
 * judges no one, unless the one before was late too.
 */
export const sweepMs = 1_000
const lateMs = 500
/** A row stays this long after its connection ended. */
const keptMs = 60_000
/** Rows of connections that ended; beyond that the oldest go earlier. */
const endedAtMost = 10_000
const soonMs = 5_000
/** At most this often is it reported that a connection caught up. */
const resumedEveryMs = 5_000

/** Written from its bytes: a part of a longer text would keep all of that. */
const tabOf = ({ deviceId, tab }: WatchedConnection): string =>
  createHash('sha256').update(`${deviceId} ${tab}`).digest().toString('hex', 0, 8)

const beginOf = (now: number, everyMs: number): number => now - (now % everyMs)

/** Every connection of this BFF, open or ended less than a minute ago, and how it is doing. */
export const registry = <C extends WatchedConnection>(options: RegistryOptions): Registry<C> => {
  const { edge, now: clock, weakMs, newId, history } = options
  const entries = new Map<string, Entry>()
  const open = new Map<C, Entry>()
  const byTab = new Map<string, Entry>()
  /** Those that ended, the longest ago first. */
  const ended = new Set<Entry>()
  const flows = flow()
  const states: Record<ConnectionState, number> = { live: 0, lagging: 0, resuming: 0, lost: 0 }
  let gone: string[] = []
  let sweptAt = clock()
  let wasLate = false

  const tell = (
    { id, playerId }: Entry,
    kind: ConnectionEvent['kind'],
    detail: ConnectionEvent['detail'],
    code: CloseCode | null = null,
  ) => history.event({ playerId, connectionId: id, at: clock(), kind, code, detail })

  const tellConnected = (entry: Entry, { device, locale, release }: WatchedConnection, again: boolean) =>
    tell(entry, 'connected', {
      ...(device === '' ? {} : { device }),
      ...(locale === null ? {} : { locale }),
      release,
      again,
    })

  const endBucket = (entry: Entry, bucketAt: number) => {
    const sample = sampleOf(entry.bucket, { playerId: entry.playerId, connectionId: entry.id })
    if (sample) history.sample(sample)
    entry.bucket = newBucket(bucketAt, entry.bucket.taken)
  }

  const remove = (entry: Entry) => {
    endBucket(entry, entry.bucket.at)
    entries.delete(entry.id)
    states[entry.state] -= 1
    ended.delete(entry)
    if (byTab.get(entry.tab) === entry) byTab.delete(entry.tab)
    if (entry.told) gone.push(entry.id)
  }

  /** Notes that it began to lag or fell silent, or recovered. */
  const noteTrouble = (entry: Entry, now: number) => {
    const isTrouble = entry.state === 'lagging' || entry.cause === 'silent'
    if (isTrouble === (entry.troubledSince !== null)) return
    if (entry.troubledSince === null) {
      entry.troubledSince = now
      const { cause } = entry
      const shown = cause === 'round-trip' || cause === 'shed' ? cause : 'waiting'
      tell(entry, 'lagging', { cause: shown, roundTripMs: entry.open?.roundTrip.median() ?? 0 })
    } else {
      tell(entry, 'recovered', { lastedMs: elapsed(entry.troubledSince, now) })
      entry.troubledSince = null
    }
  }

  /** Looks at one, and sets its state. */
  const judge = (entry: Entry, now: number) => {
    const { state, cause } = look(entry, now, weakMs)
    if (state === entry.state && cause === entry.cause) return
    if (state !== entry.state) {
      entry.stateSince = now
      states[entry.state] -= 1
      states[state] += 1
    }
    entry.state = state
    entry.cause = cause
    if (entry.open) noteTrouble(entry, now)
  }

  const closed: Registry<C>['closed'] = (connection, given) => {
    const entry = open.get(connection)
    if (!entry) return
    open.delete(connection)
    // It was cut before the same tab came back.
    const code = given === 'replaced' && entry.cause === 'silent' ? 'timeout' : given
    const now = clock()
    sampleInto(entry.bucket, connection)
    entry.ended = { row: rowOf(entry, edge), at: now, code }
    entry.open = null
    entry.lastClose = { code, at: now }
    entry.troubledSince = null
    ended.add(entry)
    judge(entry, now)
    flows.ended(now, code)
    tell(
      entry,
      code === 'kicked' ? 'kicked' : 'closed',
      { lastedMs: elapsed(entry.since, now), roundTripMs: connection.roundTrip.median() },
      code,
    )
    for (const oldest of ended) {
      if (ended.size <= endedAtMost) break
      remove(oldest)
    }
  }

  /** The row of its tab, if that ended and can be taken over. */
  const endedOf = (tab: string): Entry | null => {
    const entry = byTab.get(tab)
    return entry && ended.has(entry) ? entry : null
  }

  const reopen = (entry: Entry, connection: WatchedConnection, now: number) => {
    // The previous user of the tab may be someone else.
    if (entry.playerId !== connection.player.playerId) endBucket(entry, beginOf(now, sampleMs))
    entry.bucket.taken = 0
    const awayMs = takeOver(entry, connection, now)
    ended.delete(entry)
    flows.returned(now, awayMs <= soonMs)
  }

  /** It changed its player in place: for the history one connection ends and another begins. */
  const noteIdentity = (entry: Entry, connection: WatchedConnection, now: number) => {
    const { playerId } = connection.player
    if (entry.playerId === playerId) return
    tell(entry, 'closed', { lastedMs: elapsed(entry.since, now) })
    endBucket(entry, beginOf(now, sampleMs))
    entry.playerId = playerId
    tellConnected(entry, connection, false)
  }

  return {
    opened(connection) {
      const now = clock()
      const tab = tabOf(connection)
      const known = endedOf(tab)
      const entry = known ?? newEntry({ id: newId(), tab }, connection, now, beginOf(now, sampleMs))
      if (known) reopen(known, connection, now)
      else states[entry.state] += 1
      entries.set(entry.id, entry)
      open.set(connection, entry)
      byTab.set(tab, entry)
      judge(entry, now)
      tellConnected(entry, connection, known !== null)
    },
    closed,
    resumed(connection, { matchId, missed }) {
      const entry = open.get(connection)
      const now = clock()
      if (!entry || isRecent(entry.resumedAt, now, resumedEveryMs)) return
      const away = entry.awaited?.matches.includes(matchId) ? elapsed(entry.awaited.endedAt, now) : null
      // A look that found nothing missing reports nothing.
      if (missed === 0 && away === null) return
      entry.resumedAt = now
      tell(entry, 'resumed', {
        matchId,
        ...(missed === null ? {} : { missed }),
        ...(away === null ? {} : { lastedMs: away }),
      })
    },
    sweep(wanted) {
      const now = clock()
      const passedMs = elapsed(sweptAt, now)
      const isLate = passedMs > sweepMs + lateMs
      const judges = !isLate || wasLate
      wasLate = isLate
      const bucketAt = beginOf(now, sampleMs)
      sweptAt = now
      const rows: ConnectionRow[] = []
      for (const entry of entries.values()) {
        if (entry.open) {
          noteIdentity(entry, entry.open, now)
          sampleInto(entry.bucket, entry.open)
        } else if (entry.ended && !isRecent(entry.ended.at, now, keptMs)) {
          remove(entry)
          continue
        }
        entry.bucket.lasted[entry.state] += passedMs
        if (judges) judge(entry, now)
        if (entry.bucket.at !== bucketAt) endBucket(entry, bucketAt)
        if (wanted === 'none') entry.told = null
        else if (wanted === 'whole' || !entry.told || differs(entry.told, entry)) {
          entry.told = rowOf(entry, edge)
          rows.push(entry.told)
        }
      }
      const went = gone
      gone = []
      return { rows, gone: went }
    },
    states: () => states,
    totals: () => totalsOf(figuresOf(entries.values()), flows.lastHour(clock())),
    minute() {
      const totals = totalsOf(figuresOf(entries.values()), flows.take())
      const { live, lagging, resuming, lost, inMatch, p50, p95, reconnects, closes } = totals
      return {
        at: beginOf(clock(), totalMs),
        ...{ live, lagging, resuming, lost, inMatch, p50, p95, reconnects, closes },
      }
    },
    find(id, playerId) {
      for (const [connection, entry] of open)
        if (entry.id === id) return connection.player.playerId === playerId ? connection : null
      return null
    },
  }
}
