import { z } from 'zod'
import {
  closeCodeSchema,
  connectionEventSchema,
  connectionMinuteSchema,
  connectionSampleSchema,
} from './connection-health.ts'
import { deskReasonSchema } from './staff.ts'

const at = z.number()
const count = z.int().min(0)
const ms = z.number().min(0)

/** The most that an answer about a player holds of each, the newest. */
export const deskHistoryMost = { events: 1_000, samples: 2_000 } as const

const edge = { edge: z.string() }

/** `GET /api/desk/players/:id/connections`: what is kept of a player's connections, the oldest first. */
export const deskConnectionHistorySchema = z.object({
  /** The time range of the answer. */
  from: at,
  to: at,
  events: z.array(connectionEventSchema.omit({ playerId: true }).extend(edge)),
  /** Five minutes each, of one connection each. */
  samples: z.array(connectionSampleSchema.omit({ playerId: true }).extend(edge)),
  /** Whether older ones were left out because there are too many. */
  isCut: z.boolean(),
})
export type DeskConnectionHistory = z.infer<typeof deskConnectionHistorySchema>

/** How far back totals are asked for, and of how long each point of them is, in milliseconds. */
export const deskTotalsRanges = {
  '1h': { lengthMs: 3_600_000, pointMs: 60_000 },
  '6h': { lengthMs: 21_600_000, pointMs: 300_000 },
  '24h': { lengthMs: 86_400_000, pointMs: 900_000 },
} as const
export const deskTotalsRangeSchema = z.enum(['1h', '6h', '24h'])
export type DeskTotalsRange = z.infer<typeof deskTotalsRangeSchema>

/** `GET /api/desk/connections/totals` */
export const deskTotalsQuerySchema = z.object({ range: deskTotalsRangeSchema.default('1h') })

/** All BFFs together in a time: connections on average, the rest in sum. */
const deskTotalsPointSchema = connectionMinuteSchema.extend({
  at,
  /** The mean of the BFFs' medians by their connections, and the highest of their 95th percentiles. */
  p50: ms.nullable(),
  p95: ms.nullable(),
  reconnects: count,
  closes: z.partialRecord(closeCodeSchema, count),
})
export type DeskTotalsPoint = z.infer<typeof deskTotalsPointSchema>

/** The oldest point first. Periods without reports have none. */
export const deskTotalsSchema = z.object({
  from: at,
  to: at,
  pointMs: ms,
  points: z.array(deskTotalsPointSchema),
})
export type DeskTotals = z.infer<typeof deskTotalsSchema>

/** `POST /api/desk/connections/:edge/:id/disconnect`: whose connection it is, as read, and why. */
export const deskDisconnectBodySchema = z.strictObject({
  playerId: z.uuid(),
  reason: deskReasonSchema,
})

/** Of a length of time until now. */
const figuresSchema = z.object({
  /** Matches with coins and trial matches that had begun and are over, and those of them that were voided. */
  matches: z.object({ ended: count, voided: count }),
  /** Codes that were handed to a mail server or an SMS gateway, and those that could not be. */
  codes: z.object({ sent: count, failed: count }),
  /** Calls and live requests that the platforms answered, and those of them that failed by our fault. */
  answers: z.object({ given: count, failed: count }),
})
export type DeskHealthFigures = z.infer<typeof figuresSchema>

/** `GET /api/desk/health`: how the program is, as it was measured. What was never measured is null. */
export const deskHealthSchema = z.object({
  at,
  /**
   * BFFs seen in the last hour: last beat, last report, and the connections in it. One without connections reports
   * that once.
   */
  bffs: z.array(
    z.object({
      edge: z.string(),
      lastSeenAt: at.nullable(),
      recordedAt: at.nullable(),
      connections: count.nullable(),
    }),
  ),
  /** Platforms that were heard of in the last hour. */
  platforms: z.array(
    z.object({
      node: z.string(),
      startedAt: at,
      lastSeenAt: at,
      /** The 99th percentile of how late its event loop was in the last ten seconds that it told of. */
      loopMs: ms.nullable(),
      /** Of the minute of that: how often moves were written, and how long 95 % of that took at most; null beyond 10 s. */
      journal: z.object({ flushes: count, p95Ms: ms.nullable() }),
    }),
  ),
  /** Each shard of the matches: whose it is, whether that node was heard to hold it a moment ago, and its live matches. */
  shards: z.array(z.object({ shard: count, node: z.string(), held: z.boolean(), matches: count })),
  /**
   * The last reconciliation on its own that came to its end, and those that could not since then; null before the first.
   * How often there is one, 0 for never.
   */
  ledger: z.object({ everyMs: ms, checkedAt: at.nullable(), findings: count.nullable(), failures: count }),
  /** Matches that were stopped because deciding or folding failed, in the last day. */
  quarantined: count,
  hour: figuresSchema,
  day: figuresSchema,
  /** Since when codes and answers have been counted, at most a day ago; null where nothing was counted. */
  since: at.nullable(),
})
export type DeskHealth = z.infer<typeof deskHealthSchema>
