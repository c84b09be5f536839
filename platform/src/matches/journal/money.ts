import type { MatchState } from '@minefall/shared/game'
import { type Call, callAll, refusalOf, type Sql } from '../../db/index.ts'
import { insertOpening, type Opening } from '../lobby/opening.ts'
import type { Shard } from '../shards/shards.ts'
import { type AskedFrom, effectsOf, type PauseTerms, type SeatTerms } from './effects.ts'
import { appendLog, closedEntry, type LogEntry, type LogHead } from './fairness-log.ts'
import type { Appended } from './journal.ts'
import { Permanent } from './persist.ts'
import type { JournalRow } from './rows.ts'

/** A decision that moves coins, changes a phase or frees a player. */
export type MoneyWork = {
  row: JournalRow
  shard: Shard
  before: MatchState
  /** Whether the stakes are in the match's account already. */
  captured: boolean
  terms: SeatTerms & PauseTerms
  /** The session that takes a seat with it. */
  session: string | null
  /** Where the seat was asked from that is taken. */
  from?: AskedFrom | undefined
  /** Seats whose missing seed counts for nothing. */
  excused?: readonly number[] | undefined
  /** The lock's own entry of the fairness log; an end makes its own. */
  locked?: LogEntry | undefined
  /** A match opened in the same transaction, in the same shard. */
  opening?: Opening | undefined
}

/** Why the stake of a seat could not be held, told to the asker. */
const stakeRefusals = [
  'not-enough-coins',
  'seated-elsewhere',
  'account-blocked',
  'adult-unconfirmed',
  'play-paused',
  'loss-limit',
  'country-barred',
  'pair-capped',
  'private-loss',
  'proof-required',
  'playing-apart',
] as const
export type StakeRefusal = (typeof stakeRefusals)[number]

export type MoneyOutcome =
  /** `log`: the new end of the shard's fairness log, where the decision added to it. */
  { kind: Appended; log?: LogHead | undefined } | { kind: 'refused'; reason: StakeRefusal }

/** Holds the lease's row until the end of the transaction; refused as `fenced` when the shard is another node's. */
export const fence = ({ number, epoch }: Shard): Call => ({ name: 'hold_lease', values: [number, epoch] })

const appendRow = (row: JournalRow, epoch: bigint): Call => {
  const { matchId, seq, seat, commandId, requestHash, events, at } = row
  const hash = requestHash === null ? null : Buffer.from(requestHash, 'hex')
  const values = [matchId, seq, epoch, seat, commandId, hash, JSON.stringify(events), new Date(at)]
  return { name: 'append_decision', values }
}

/** The calls of a transaction, and the new end of the shard's fairness log where they add to it. */
type Script = { calls: Call[]; log?: LogHead | undefined }

/**
 * What the decision adds to the shard's fairness log. Only who adds to it is in the log's turn: whoever is not must
 * not tell where it ends.
 */
const extendLog = ({ row, shard, locked, opening }: MoneyWork): Script => {
  const calls: Call[] = []
  let head = shard.log
  const add = (entry: LogEntry) => {
    const logged = appendLog(shard.number, head, entry, row.at)
    calls.push(logged.call)
    head = logged.head
  }
  if (locked) add(locked)
  for (const event of row.events) {
    if (event.type !== 'Settled' && event.type !== 'Voided') continue
    const { reason, serverSeed } = event
    const outcome = event.type === 'Settled' ? 'settled' : 'voided'
    add(closedEntry(row.matchId, { outcome, reason, serverSeed }, head))
  }
  if (opening) {
    const opened = insertOpening(opening, shard.number, head)
    calls.push(...opened.calls)
    head = opened.head
  }
  return { calls, log: calls.length > 0 ? head : undefined }
}

const scriptOf = (work: MoneyWork): Script => {
  const { row, shard, before, captured, terms, session, from, excused } = work
  const { calls, log } = extendLog(work)
  const effects = effectsOf(before, row.events, { terms, captured, session, from, excused })
  return { calls: [fence(shard), appendRow(row, shard.epoch), ...effects, ...calls], log }
}

/** Does all of a script in one statement, which is one transaction. */
const perform = async (sql: Sql, { calls, log }: Script): Promise<MoneyOutcome> => {
  try {
    await callAll(sql, calls)
    return { kind: 'written', log }
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === 'fenced' || reason === 'conflict') return { kind: reason }
    const refused = stakeRefusals.find((known) => known === reason)
    if (refused) return { kind: 'refused', reason: refused }
    throw error
  }
}

/**
 * One attempt at a decision in a transaction of its own: fence, journal, ledger, log. Rejects when the database
 * did not do it or its fate is unknown, and for good with what can't be written at all.
 */
export const writeMoney = async (sql: Sql, work: MoneyWork): Promise<MoneyOutcome> => {
  let script: Script
  try {
    script = scriptOf(work)
  } catch (error) {
    throw new Permanent(error instanceof Error ? error.message : String(error), { cause: error })
  }
  return perform(sql, script)
}

/** Opens a match in a transaction of its own. */
export const writeOpening = (sql: Sql, shard: Shard, opening: Opening): Promise<MoneyOutcome> => {
  const { calls, head } = insertOpening(opening, shard.number, shard.log)
  return perform(sql, { calls: [fence(shard), ...calls], log: head })
}
