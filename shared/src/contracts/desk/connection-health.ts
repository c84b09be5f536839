import { z } from 'zod'
import { askedByBff } from '../bus/message-kinds.ts'
import { type CloseCode, closeCodes } from '../live/close.ts'

/**
 * Connection health that a BFF reports to the platform for storage. A connection is identified by its BFF and its
 * row's id there.
 */

/** The length of a sample in milliseconds; samples begin at multiples of it. */
export const sampleMs = 300_000
/** The length of a total in milliseconds. */
export const totalMs = 60_000

/** The most items in one batch; the rest go in the next. */
export const healthBatchMost = { events: 500, samples: 500, totals: 60 } as const

const name = z.string().min(1).max(64)
const at = z.int().min(0).max(8_640_000_000_000_000)
const ms = z.number().min(0).max(600_000)
const count = z.int().min(0).max(1_000_000)
/** A figure that a connection may not have yet. */
const known = ms.nullable()

export const closeCodeSchema = z.enum(Object.keys(closeCodes) as [CloseCode, ...CloseCode[]])

/**
 * Events of a connection: welcomed, ended, began to lag, recovered, caught up with a match after a loss, or ended by
 * staff or for flooding (recorded instead of `closed`).
 */
const connectionEventKinds = ['connected', 'closed', 'lagging', 'recovered', 'resumed', 'kicked'] as const
export const connectionEventKindSchema = z.enum(connectionEventKinds)
export type ConnectionEventKind = z.infer<typeof connectionEventKindSchema>

/** Details, each where it applies. */
export const connectionDetailSchema = z.strictObject({
  /** Of `connected`: what the browser calls itself, and what its page is. */
  device: z.string().max(60).optional(),
  locale: z.string().max(20).optional(),
  release: z.string().max(64).optional(),
  /** Of `connected`: that it took the place of one that was lost. */
  again: z.boolean().optional(),
  /** Of `lagging`: what shows it. */
  cause: z.enum(['round-trip', 'waiting', 'shed']).optional(),
  roundTripMs: ms.optional(),
  /** How long the ended state lasted: the connection, the lag, the time without the match. */
  lastedMs: z.number().min(0).max(8_640_000_000).optional(),
  /** Of `lagging`: the sign of it. */
  matchId: name.optional(),
  missed: count.optional(),
})

export const connectionEventSchema = z.strictObject({
  playerId: name,
  connectionId: name,
  /** Milliseconds since 1970. */
  at,
  kind: connectionEventKindSchema,
  /** Of `closed` and `kicked`; null of the others. */
  code: closeCodeSchema.nullable(),
  detail: connectionDetailSchema,
})
export type ConnectionEvent = z.infer<typeof connectionEventSchema>

const seconds = z
  .number()
  .min(0)
  .max(sampleMs / 1_000)

/** Five minutes of one connection. Reported once, at their end or the connection's. */
export const connectionSampleSchema = z.strictObject({
  playerId: name,
  connectionId: name,
  /** When the five minutes began. */
  at: at.multipleOf(sampleMs),
  /** The median of the round trips, and the longest. */
  roundTripMs: known,
  worstMs: known,
  jitterMs: known,
  /** How long it was in each state. */
  seconds: z.strictObject({ live: seconds, lagging: seconds, resuming: seconds, lost: seconds }),
})
export type ConnectionSample = z.infer<typeof connectionSampleSchema>

/** The connections of one BFF in one minute. */
export const connectionMinuteSchema = z.strictObject({
  /** When the minute began. */
  at: at.multipleOf(totalMs),
  /** As of now, or at the minute's end: a later report replaces it. */
  live: count,
  lagging: count,
  resuming: count,
  lost: count,
  /** Connections that follow a match they have a seat in. */
  inMatch: count,
  /** Of the round trips of all connections. */
  p50: known,
  p95: known,
  /** Since the previous batch: repeated reports of a minute add up. */
  reconnects: count,
  closes: z.partialRecord(closeCodeSchema, count),
})
export type ConnectionMinute = z.infer<typeof connectionMinuteSchema>

export const healthBusRequests = {
  /**
   * Resent under the same id until answered; stored once. 1001 counts as an answer: it would be refused again.
   * Entries about unknown players are dropped.
   */
  'health.record': askedByBff(
    z.strictObject({
      edge: name,
      batchId: z.uuid(),
      /** When it was first sent. */
      at,
      events: z.array(connectionEventSchema).max(healthBatchMost.events),
      samples: z.array(connectionSampleSchema).max(healthBatchMost.samples),
      totals: z
        .array(connectionMinuteSchema)
        .max(healthBatchMost.totals)
        .refine((totals) => new Set(totals.map(({ at }) => at)).size === totals.length, 'one of each minute'),
    }),
    z.null(),
  ),
} as const
export type HealthBatch = z.infer<(typeof healthBusRequests)['health.record']['asks']>
