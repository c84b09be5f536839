import type { Asked } from './postgres-wire.ts'

/** Everything a disaster knows about the program's SQL: what a statement is about, told by its content. */

/** The shared flush of moves. */
const flushes = /insert\s+into\s+match_decision\b/i
/** A decision that moves coins, or an opening: the shard's row is held for it, and all it does is called in one statement. */
const decides = /\bhold_lease\s*\(/i

/** Whether a statement writes decisions to the journal, or opens a match. */
export const writesDecision = ({ sql }: Asked): boolean => decides.test(sql) || flushes.test(sql)

/** What a statement does, for the output of a disaster that went wrong. */
export const nameOf = ({ sql }: Asked): string =>
  flushes.test(sql)
    ? 'the flush'
    : [...sql.matchAll(/\b([a-z_]+)\s*\(\s*\$\d/g)].map(([, name]) => name).join(', ')

/** The events that a statement writes to the journal, by type. */
export const eventsIn = (asked: Asked): string[] =>
  writesDecision(asked) ? [...asked.values.matchAll(/"type":\s?"(\w+)"/g)].map(([, type]) => type ?? '') : []

/** Told by how short a time only the journal's sessions ask for when they connect. */
export const isJournalSession = (startup: Asked): boolean =>
  startup.bytes.includes('idle_in_transaction_session_timeout\x00300\x00')
