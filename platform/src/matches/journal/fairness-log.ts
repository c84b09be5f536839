import type { MatchHeader, MatchId } from '@minefall/shared/game'
import { z } from 'zod'
import type { Call, Sql } from '../../db/index.ts'
import { sha256 } from '../ids.ts'

export type LogHead = { position: number; hash: string }

/** What the first entry of a chain names as the one before it. */
export const emptyLog: LogHead = { position: 0, hash: '0'.repeat(64) }

export type LogEntry = {
  kind: 'opened' | 'locked' | 'closed'
  matchId: MatchId
  /** Canonical JSON (RFC 8785): keys in order, no spaces. */
  document: string
  hash: string
}

/** Openings and ends hash like locks do, each under its own tag. */
const entryHash = (document: string) => sha256('mf1/log\0', document)

/**
 * Where a match stands in the lobby, as its opening tells: open to all, which match it is a rematch of, who may sit at
 * it, by their seats in another match (null where anyone may), and whose private table it is. The host stands in the
 * match's own row alone: the log names no one by their account.
 */
export type Origin = {
  open: boolean
  rematchOf: MatchId | null
  invited: { from: MatchId; seats: readonly number[] } | null
  host: string | null
}

export const openedEntry = (header: MatchHeader, origin: Origin, { hash: prevLog }: LogHead): LogEntry => {
  const { asset, gameId, matchId, seats, serverCommit, stake } = header
  const { boards, clockMs, clues, fade, h, mines, openers, rakeBps, rise, w } = header.rules
  const document = JSON.stringify({
    asset,
    gameId,
    invited: origin.invited && { from: origin.invited.from, seats: origin.invited.seats },
    kind: 'opened',
    matchId,
    open: origin.open,
    prevLog,
    rematchOf: origin.rematchOf,
    rules: { boards, clockMs, clues, fade, h, mines, openers, rakeBps, rise, w },
    seats,
    serverCommit,
    stake,
    v: 1,
  })
  return { kind: 'opened', matchId, document, hash: entryHash(document) }
}

export const closedEntry = (
  matchId: MatchId,
  { outcome, reason, serverSeed }: { outcome: 'settled' | 'voided'; reason: string; serverSeed: string },
  { hash: prevLog }: LogHead,
): LogEntry => {
  const document = JSON.stringify({ kind: 'closed', matchId, outcome, prevLog, reason, serverSeed, v: 1 })
  return { kind: 'closed', matchId, document, hash: entryHash(document) }
}

/** Appends to the shard's chain; `head` is its new end. */
export const appendLog = (
  shard: number,
  before: LogHead,
  { kind, matchId, document, hash }: LogEntry,
  at: number,
): { call: Call; head: LogHead } => {
  const position = before.position + 1
  const values = [shard, position, kind, matchId, document, hash, new Date(at)]
  return { call: { name: 'append_log', values }, head: { position, hash } }
}

const headSchema = z.object({ shard: z.int(), position: z.int(), hash: z.string() })

/** The ends of these shards' chains; one that has no entry yet is not among them. */
export const readLogHeads = async (sql: Sql, shards: readonly number[]): Promise<Map<number, LogHead>> => {
  const { rows } = await sql.query(
    // One look into the index for each shard: the log itself only ever grows.
    `select l.shard, l.position, l.hash from unnest($1::int[]) as s (shard)
     cross join lateral (
       select shard, position, hash from fairness_log where shard = s.shard order by position desc limit 1
     ) as l`,
    [shards],
  )
  return new Map(
    rows.map((row) => {
      const { shard, position, hash } = headSchema.parse(row)
      return [shard, { position, hash }]
    }),
  )
}

export const readLogHead = async (sql: Sql, shard: number): Promise<LogHead> =>
  (await readLogHeads(sql, [shard])).get(shard) ?? emptyLog
