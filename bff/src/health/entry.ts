import type { ConnectionCause, ConnectionRow, ConnectionState } from '@minefall/shared/contracts/desk'
import type { CloseCode } from '@minefall/shared/contracts/live'
import type { MatchId } from '@minefall/shared/game'
import { elapsed } from '../lately.ts'
import { type Bucket, newBucket } from './bucket.ts'
import { comingBackMs, type Judged, judge, judgeEnded } from './state.ts'
import type { WatchedConnection } from './watched.ts'

/** One tab of a player, from its first connection to a minute after its last. Times in milliseconds since 1970. */
export type Entry = {
  readonly id: string
  /** Identifies its tab without revealing anything. */
  readonly tab: string
  /** Its player at the last look. */
  playerId: string
  /** The connection that is open; null after it ended. */
  open: WatchedConnection | null
  /** Its row when it ended, when, and why; null while open. */
  ended: { row: ConnectionRow; at: number; code: CloseCode } | null
  since: number
  state: ConnectionState
  cause: ConnectionCause | null
  stateSince: number
  /** Since when it lags or is not heard; null when it is well. */
  troubledSince: number | null
  lastClose: ConnectionRow['lastClose']
  /** When it came back, in the last hour. */
  returns: number[]
  /** The matches it followed when it ended, until it follows them again or too much time passes. */
  awaited: { matches: readonly MatchId[]; endedAt: number; until: number } | null
  /** When it caught up with a match. */
  resumedAt: number
  /** The last row that was sent. */
  told: ConnectionRow | null
  bucket: Bucket
}

export const newEntry = (
  given: Pick<Entry, 'id' | 'tab'>,
  connection: WatchedConnection,
  now: number,
  bucketAt: number,
): Entry => ({
  id: given.id,
  tab: given.tab,
  playerId: connection.player.playerId,
  open: connection,
  ended: null,
  since: now,
  state: 'live',
  cause: null,
  stateSince: now,
  troubledSince: null,
  lastClose: null,
  returns: [],
  awaited: null,
  resumedAt: Number.NEGATIVE_INFINITY,
  told: null,
  bucket: newBucket(bucketAt),
})

const hourMs = 3_600_000
/** Returns counted per tab: no browser comes back more often. */
const returnsAtMost = 1_000

/** Drops what is over: returns more than an hour old, matches not followed again in time. */
const prune = (entry: Entry, now: number) => {
  const [first] = entry.returns
  if (first !== undefined && now - first > hourMs)
    entry.returns = entry.returns.filter((at) => now - at <= hourMs)
  if (entry.awaited && now >= entry.awaited.until) entry.awaited = null
}

const isBack = (entry: Entry, { follows }: WatchedConnection): boolean => {
  if (!entry.awaited) return false
  if (entry.awaited.matches.every((matchId) => follows.get(matchId)?.state === 'streaming'))
    entry.awaited = null
  return entry.awaited !== null
}

/** How it is doing now. */
export const look = (entry: Entry, now: number, weakMs: number): Judged => {
  prune(entry, now)
  const { open, ended } = entry
  if (ended) return judgeEnded(ended.code, now - ended.at)
  if (!open) throw new Error('a connection is open or has ended')
  let [shed, catchingUp] = [false, false]
  for (const { state } of open.follows.values()) {
    if (state === 'shed') shed = true
    else if (state === 'resuming') catchingUp = true
  }
  const facts = {
    roundTripMs: open.roundTrip.median(),
    pingWaitMs: open.pingSince === null ? null : now - open.pingSince,
    quietMs: now - open.lastSeenAt,
    back: isBack(entry, open),
    shed,
    catchingUp,
  }
  return judge(facts, weakMs, entry.cause)
}

/** A new connection of the same tab takes the row over; the answer is how long there was none, in milliseconds. */
export const takeOver = (entry: Entry, connection: WatchedConnection, now: number): number => {
  const { row, at: endedAt } = entry.ended ?? { row: null, at: now }
  const matches = row?.matches.map(({ matchId }) => matchId) ?? []
  entry.awaited = matches.length === 0 ? null : { matches, endedAt, until: now + comingBackMs }
  entry.open = connection
  entry.ended = null
  entry.playerId = connection.player.playerId
  entry.since = now
  entry.returns = [...entry.returns.slice(1 - returnsAtMost), now]
  return elapsed(endedAt, now)
}
