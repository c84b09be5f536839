import * as z from 'zod/mini'
import { dailyRulesSchema, daySchema } from '../daily/index.ts'
import { bytesToHex, hash, lockHash, tag, utf8ToBytes } from '../fairness/index.ts'
import { eventSchema, type GameEvent, toldText } from '../game/index.ts'
import {
  assetSchema,
  coinsSchema,
  hex,
  type MatchId,
  matchHeaderSchema,
  matchIdSchema,
  rulesSchema,
} from '../rules/index.ts'

export const logKinds = ['opened', 'locked', 'closed', 'key', 'daily', 'seed'] as const
export type LogKind = (typeof logKinds)[number]

const at = z.int().check(z.minimum(0))
const prevLog = hex(32)
const seatNumber = z.int().check(z.minimum(0))

const terms = {
  asset: assetSchema,
  matchId: matchIdSchema,
  prevLog,
  rules: rulesSchema,
  serverCommit: hex(32),
  stake: coinsSchema,
}
const seated = { commit: hex(32), ref: hex(16) }
const opened = {
  ...terms,
  gameId: z.string(),
  invited: z.nullable(z.strictObject({ from: matchIdSchema, seats: z.array(seatNumber) })),
  kind: z.literal('opened'),
  open: z.boolean(),
  rematchOf: z.nullable(matchIdSchema),
  seats: z.int(),
}
const closed = {
  kind: z.literal('closed'),
  matchId: matchIdSchema,
  outcome: z.enum(['settled', 'voided']),
  prevLog,
  reason: z.string(),
  serverSeed: hex(32),
}

/**
 * The documents of each kind of entry. Openings and ends of `v: 1` have no time, and ends neither seeds nor `events`; those
 * of sealed tables have chains, openings and locks of `v: 3`.
 */
const logDocuments = {
  opened: z.union([
    z.strictObject({ ...opened, v: z.literal(1) }),
    z.strictObject({ ...opened, at, v: z.literal(2) }),
    z.strictObject({ ...opened, at, serverChain: hex(32), v: z.literal(3) }),
  ]),
  locked: z.union([
    z.strictObject({ ...terms, seats: z.array(z.strictObject(seated)), v: z.literal([1, 2]) }),
    z.strictObject({
      ...terms,
      seats: z.array(z.strictObject({ ...seated, chain: hex(32) })),
      serverChain: hex(32),
      v: z.literal(3),
    }),
  ]),
  closed: z.union([
    z.strictObject({ ...closed, v: z.literal(1) }),
    z.strictObject({
      ...closed,
      at,
      /** `eventsHash` of the match; null where a fault left its journal unreadable. */
      events: z.nullable(hex(32)),
      /** The players' seeds in seat order, null where one was missing; empty where the match was never locked. */
      seeds: z.array(z.nullable(hex(32))),
      v: z.literal(2),
    }),
  ]),
  /** The platform signs with another key from here on. The signature is that of `previous` over `{"key": …}`. */
  key: z.strictObject({
    at,
    key: hex(32),
    kind: z.literal('key'),
    prevLog,
    previous: z.nullable(hex(32)),
    signature: z.nullable(hex(64)),
    v: z.literal(1),
  }),
  /** The board of a day: the commitment to its seed, and the root of its leaves. */
  daily: z.strictObject({
    at,
    commit: hex(32),
    day: daySchema,
    kind: z.literal('daily'),
    prevLog,
    root: hex(32),
    rules: dailyRulesSchema,
    v: z.literal(1),
  }),
  /** The seed of the board of a day that is over. */
  seed: z.strictObject({
    at,
    day: daySchema,
    kind: z.literal('seed'),
    prevLog,
    serverSeed: hex(32),
    v: z.literal(1),
  }),
} as const satisfies Record<LogKind, z.core.$ZodType>
export type LogDocument<K extends LogKind> = z.infer<(typeof logDocuments)[K]>

/** A line of a shard's log. `hash` is `entryHash` of the document, whose `prevLog` is the hash of the line before. */
export const logEntrySchema = z.strictObject({
  at,
  document: z.string(),
  hash: hex(32),
  kind: z.enum(logKinds),
  position: z.int().check(z.minimum(1)),
  shard: z.int().check(z.minimum(0), z.maximum(63)),
})
export type LogEntry = z.infer<typeof logEntrySchema>

/**
 * A line as the site shows it: a private table is found by its link alone, so the documents of its opening and lock are
 * null until it is over.
 */
export const shownLineSchema = z.extend(logEntrySchema, { document: z.nullable(z.string()) })
export type ShownLine = z.infer<typeof shownLineSchema>

/** What the first line of a chain names as the one before it. */
export const noLog = '0'.repeat(64)

/** A lock's entry has the lock hash; the others are `H(tag("mf1/log") ‖ document)`. Hex. */
export const entryHash = (kind: LogKind, document: string): string =>
  kind === 'locked' ? lockHash(document) : bytesToHex(hash(tag('mf1/log'), utf8ToBytes(document)))

/** The document of an entry, parsed; null where it is none of its kind. */
export const readDocument = <K extends LogKind>(kind: K, document: string): LogDocument<K> | null => {
  try {
    const parsed = z.safeParse(logDocuments[kind], JSON.parse(document))
    return parsed.success ? (parsed.data as LogDocument<K>) : null
  } catch {
    return null
  }
}

/** `H(tag("mf1/events") ‖ canonical JSON of the list of a match's events as everyone may see them)`, hex. */
export const eventsHash = (events: readonly GameEvent[]): string =>
  bytesToHex(hash(tag('mf1/events'), utf8ToBytes(`[${events.map(toldText).join()}]`)))

/** All ends of the chains, one of each shard in their order; signed as `heads`. */
export const headsSchema = z.strictObject({
  at,
  heads: z.array(z.strictObject({ hash: hex(32), position: z.int().check(z.minimum(0)), shard: seatNumber })),
  v: z.literal(1),
})
export type Heads = z.infer<typeof headsSchema>

/**
 * How old heads may be that were asked for now, in milliseconds. They are signed when one asks: this is for clocks that
 * differ.
 */
export const headsAgeMost = 5 * 60_000

/** What the answer to a reveal signs as `receipt`: that the seed of this seat arrived at that time. */
export type Receipt = { at: number; matchId: MatchId; ref: string }

/** The whole of an ended match: what its log commits to, and all that happened; signed as `record`. */
export const recordDocumentSchema = z.strictObject({
  events: z.array(eventSchema),
  header: matchHeaderSchema,
  log: z.array(logEntrySchema),
  v: z.literal(1),
})
