import type { EventOf, MatchHeader, MatchState } from '../game/index.ts'
import type { MatchId } from '../rules/index.ts'
import { entryHash, type LogDocument, type LogKind } from './log.ts'
import { canonical } from './signing.ts'

/** An entry to be appended to a log. */
export type NewEntry = {
  kind: LogKind
  /** Null in an entry that is about no match. */
  matchId: MatchId | null
  /** Canonical JSON (RFC 8785). */
  document: string
  hash: string
}

const entryOf = <K extends LogKind>(kind: K, matchId: MatchId | null, content: LogDocument<K>): NewEntry => {
  const document = canonical(content)
  return { kind, matchId, document, hash: entryHash(kind, document) }
}

/** What is public of how a match came to be open: to all, as a rematch, or for those of certain seats of another match. */
export type OpenedFor = {
  open: boolean
  rematchOf: MatchId | null
  invited: { from: MatchId; seats: readonly number[] } | null
}

export const openedEntry = (
  { asset, gameId, matchId, rules, seats, serverChain, serverCommit, stake }: MatchHeader,
  { open, rematchOf, invited }: OpenedFor,
  { prevLog, at }: { prevLog: string; at: number },
): NewEntry => {
  const document = {
    asset,
    at,
    gameId,
    invited: invited && { from: invited.from, seats: [...invited.seats] },
    kind: 'opened' as const,
    matchId,
    open,
    prevLog,
    rematchOf,
    rules,
    seats,
    serverCommit,
    stake,
  }
  return entryOf(
    'opened',
    matchId,
    serverChain === undefined ? { ...document, v: 2 } : { ...document, serverChain, v: 3 },
  )
}

/**
 * The end of a match, which was `before` until its last decision. `events` is the hash of all its events, null where
 * they are not all at hand, as in a match that a fault stopped.
 */
export const closedEntry = (
  before: MatchState,
  end: EventOf<'Settled' | 'Voided'>,
  { events, prevLog }: { events: string | null; prevLog: string },
): NewEntry => {
  const { matchId, phase, table } = before
  const { at, reason, serverSeed, type } = end
  return entryOf('closed', matchId, {
    at,
    events,
    kind: 'closed',
    matchId,
    outcome: type === 'Settled' ? 'settled' : 'voided',
    prevLog,
    reason,
    seeds: phase === 'gathering' ? [] : table.map((seat) => seat?.seed ?? null),
    serverSeed,
    v: 2,
  })
}

/** From here on `key` signs, hex; `previous`, where it is still there, has signed that. */
export const keyEntry = (
  change: Pick<LogDocument<'key'>, 'at' | 'key' | 'previous' | 'signature'>,
  prevLog: string,
): NewEntry => entryOf('key', null, { ...change, kind: 'key', prevLog, v: 1 })

/** Commits to the board of a day. */
export const dailyEntry = (
  board: Pick<LogDocument<'daily'>, 'at' | 'commit' | 'day' | 'root' | 'rules'>,
  prevLog: string,
): NewEntry => entryOf('daily', null, { ...board, kind: 'daily', prevLog, v: 1 })

/** Opens the seed of the board of a day that is over. */
export const seedEntry = (
  opened: Pick<LogDocument<'seed'>, 'at' | 'day' | 'serverSeed'>,
  prevLog: string,
): NewEntry => entryOf('seed', null, { ...opened, kind: 'seed', prevLog, v: 1 })
