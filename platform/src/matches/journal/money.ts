import type { MatchState } from '@minefall/shared/game'
import { closedEntry, type NewEntry } from '@minefall/shared/record'
import { type Call, callAll, refusalOf, type Sql } from '../../db/index.ts'
import { insertOpening, type Opening } from '../lobby/opening.ts'
import type { Shard } from '../shards/shards.ts'
import { type EffectOptions, effectsOf } from './effects.ts'
import type { EventsHash } from './events-hash.ts'
import { appendLog, type LogHead } from './fairness-log.ts'
import { type Attempt, Permanent } from './persist.ts'
import type { JournalRow } from './rows.ts'

/** A decision that moves coins, changes a phase or frees a player. */
export type MoneyWork = EffectOptions & {
  row: JournalRow
  shard: Shard
  before: MatchState
  /** Has all events before this row; null where memory does not. */
  eventsHash: EventsHash | null
  /** The lock's own entry of the fairness log; an end makes its own. */
  locked?: NewEntry | undefined
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
  'blocked-apart',
] as const
export type StakeRefusal = (typeof stakeRefusals)[number]

/** Why a match of an arena could not be opened: one of its players does not wait any more. */
const seatingRefusals = ['arena-busy'] as const
type SeatingRefusal = (typeof seatingRefusals)[number]

/** Holds the shard's row until the end of the transaction; refused as `fenced` when the shard is another node's. */
export const fence = ({ number, epoch }: Shard): Call => ({ name: 'hold_lease', values: [number, epoch] })

const appendRow = (row: JournalRow, epoch: bigint): Call => {
  const { matchId, seq, seat, commandId, requestHash, events, at } = row
  const hash = requestHash === null ? null : Buffer.from(requestHash, 'hex')
  const values = [matchId, seq, epoch, seat, commandId, hash, JSON.stringify(events), new Date(at)]
  return { name: 'append_decision', values }
}

/** The calls of a transaction, and the end of the shard's fairness log after it. */
type Script = { calls: Call[]; head: LogHead }

const extendLog = ({ row, shard, before, eventsHash, locked, opening }: MoneyWork): Script => {
  const calls: Call[] = []
  let head = shard.log
  const add = (entry: NewEntry) => {
    const logged = appendLog(shard.number, head, entry, row.at)
    calls.push(logged.call)
    head = logged.head
  }
  if (locked) add(locked)
  for (const event of row.events)
    if (event.type === 'Settled' || event.type === 'Voided')
      add(closedEntry(before, event, { events: eventsHash?.after(row.events) ?? null, prevLog: head.hash }))
  if (opening) {
    const opened = insertOpening(opening, shard.number, head)
    calls.push(...opened.calls)
    head = opened.head
  }
  return { calls, head }
}

const scriptOf = (work: MoneyWork): Script => {
  const { row, shard, before } = work
  try {
    const { calls, head } = extendLog(work)
    return { calls: [appendRow(row, shard.epoch), ...effectsOf(before, row.events, work), ...calls], head }
  } catch (error) {
    throw new Permanent(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

/**
 * Does all of a script in one statement, which is one transaction, and moves the end of the shard's fairness log on. Only
 * who adds to the log is in its turn: anyone who does not must not tell where it ends.
 */
const perform = async <Refusal extends string>(
  sql: Sql,
  shard: Shard,
  { calls, head }: Script,
  refusals: readonly Refusal[],
): Promise<Attempt<Refusal>> => {
  const isLonger = head !== shard.log
  try {
    await callAll(sql, [fence(shard), ...calls])
    if (isLonger) shard.log = head
    return { kind: 'written' }
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === 'fenced' || reason === 'conflict') return { kind: reason }
    const refusal = refusals.find((known) => known === reason)
    if (refusal) return { kind: 'refused', refusal }
    throw error
  }
}

/**
 * One attempt at a decision in a separate transaction: fence, journal, ledger, log. Rejects when the database
 * did not do it or its fate is unknown, and permanently with what can't be written at all.
 */
export const writeMoney = async (sql: Sql, work: MoneyWork): Promise<Attempt<StakeRefusal>> =>
  perform(sql, work.shard, scriptOf(work), stakeRefusals)

export const writeOpening = (sql: Sql, shard: Shard, opening: Opening): Promise<Attempt<SeatingRefusal>> =>
  perform(sql, shard, insertOpening(opening, shard.number, shard.log), seatingRefusals)
