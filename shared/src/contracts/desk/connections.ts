import { z } from 'zod'
import { matchIdSchema } from '../../rules/index.ts'
import { amongBffs, platformToBffs } from '../bus/message-kinds.ts'
import { closeCodeSchema } from './connection-health.ts'

/**
 * Every live connection as its BFF sees it. While someone watches, each BFF publishes all of its own once and then
 * the changes, and the watcher assembles them (`shared/src/connections`).
 */

const edge = z.string().min(1).max(64)
const at = z.number().min(0)
const ms = z.number().min(0)
const count = z.int().min(0)

/** A row's name, drawn by its BFF: it stays the same when its tab comes back within a minute. */
export const connectionIdSchema = z.string().regex(/^[0-9a-f]{16}$/)

const connectionStateSchema = z.enum(['live', 'lagging', 'resuming', 'lost'])
export type ConnectionState = z.infer<typeof connectionStateSchema>

/**
 * What shows the state, null for `live`.
 * - `lagging`: its round trips are long; a ping waits for its answer; it reads too slowly, and was taken off a match or cut off.
 * - `resuming`: it asked for what it missed of a match; it is back and does not yet follow what it followed; it ended in a way
 *   from which it comes back on its own (`lastClose`).
 * - `lost`: nothing is heard of it; it ended (`lastClose`); its BFF is silent.
 */
const connectionCauseSchema = z.enum([
  'round-trip',
  'waiting',
  'shed',
  'catching-up',
  'back',
  'silent',
  'closed',
  'node',
])
export type ConnectionCause = z.infer<typeof connectionCauseSchema>

/** One tab of a player. Times are milliseconds since 1970. */
export const connectionRowSchema = z.strictObject({
  id: connectionIdSchema,
  /** The BFF that it is or was connected to. */
  edge,
  /** Equal for the same tab at every BFF; otherwise meaningless. */
  tab: z.string().max(64),
  playerId: z.string().min(1).max(64),
  name: z.string(),
  guest: z.boolean(),
  avatar: z.string(),
  state: connectionStateSchema,
  cause: connectionCauseSchema.nullable(),
  /** When the connection was made: the one there is, or was last. */
  since: at,
  stateSince: at,
  /** The median of the last five round trips. */
  roundTripMs: ms.nullable(),
  /** How much a round trip differs from the one before, as the client tells it. */
  jitterMs: ms.nullable(),
  /** The last round trips, the newest last. */
  recent: z.array(ms).max(12),
  transport: z.literal('websocket'),
  /** Such as `Android, Chrome`; empty where the browser does not say. */
  device: z.string().max(60),
  locale: z.string().max(20).nullable(),
  /** Of the page that the player has open. */
  release: z.string().max(64).optional(),
  reconnectsLastHour: count,
  /** Why the connection before ended, or this one where it is lost. */
  lastClose: z.strictObject({ code: closeCodeSchema, at }).nullable(),
  /** The matches that it follows, with the player's seat. */
  matches: z.array(z.strictObject({ matchId: matchIdSchema, seat: z.int().nullable() })),
  /** Events it had not seen by its last report, of the match where it is furthest behind. */
  seqLag: count,
  /** Requests of the client without an answer, at its last report. */
  unacknowledged: count,
  /** Bytes that wait to be read by it. */
  queuedBytes: count,
})
export type ConnectionRow = z.infer<typeof connectionRowSchema>

export const connectionTotalsSchema = z.strictObject({
  live: count,
  lagging: count,
  resuming: count,
  lost: count,
  /** Connections that follow a match they have a seat in, and these matches. */
  inMatch: count,
  matches: count,
  /** Of the round trips of all connections that are not lost. */
  p50: ms.nullable(),
  p95: ms.nullable(),
  /** In the last hour: tabs that came back, and how many of them within 5 s. */
  reconnects: count,
  backSoon: count,
  /** In the last hour: connections that ended, by close code. */
  closes: z.partialRecord(closeCodeSchema, count),
})
export type ConnectionTotals = z.infer<typeof connectionTotalsSchema>

/** Rows that one message holds at most. */
export const rowsAtOnce = 500

/** Published events. Their key is the BFF they come from or are meant for, and null for `edge.watch`. */
export const connectionBusEvents = {
  /** Someone watches at this BFF: repeated every 2 s. */
  'edge.watch': amongBffs(z.strictObject({ by: edge })),
  /**
   * `edge.rows.<edge>`: each second, by each BFF that got an `edge.watch` within 6 s. Versions go up by one with
   * each message; after a hole a watcher asks. A full list comes first and on request, in `parts`: rows in none of
   * them are gone. A change is one part.
   */
  'edge.rows': amongBffs(
    z.strictObject({
      edge,
      version: count,
      whole: z.boolean(),
      /** From 1 to `parts`. */
      part: z.int().min(1),
      parts: z.int().min(1),
      /** New or changed. */
      rows: z.array(connectionRowSchema).max(rowsAtOnce),
      gone: z.array(connectionIdSchema),
      totals: connectionTotalsSchema,
    }),
  ),
  /** `edge.ask.<edge>`: requests all of its rows, since some are missing. */
  'edge.ask': amongBffs(z.strictObject({ by: edge })),
  /**
   * `edge.kick.<edge>`: staff end this connection, as long as it is this player's: its tab may be another's by now. The
   * reason is for the log, and never shown to the player.
   */
  'edge.kick': platformToBffs(
    z.strictObject({
      id: connectionIdSchema,
      playerId: z.string().min(1).max(64),
      reason: z.string().max(500),
    }),
  ),
} as const
export type EdgeRows = z.infer<(typeof connectionBusEvents)['edge.rows']['news']>
