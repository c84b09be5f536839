import type { MatchState } from '@minefall/shared/game'
import { z } from 'zod'
import type { Lane, Sql } from '../../db/index.ts'
import { insertOpening, type Opening } from '../lobby/opening.ts'
import type { Shard } from '../shards/shards.ts'
import { applyEffects, StakeRefused } from './effects.ts'
import { appendLog, closedEntry, type LogEntry, type LogHead } from './fairness-log.ts'
import type { Appended } from './moves.ts'
import { Permanent } from './persist.ts'
import type { JournalRow } from './rows.ts'

/** A decision that moves coins, changes a phase or frees a player. */
export type MoneyWork = {
  row: JournalRow
  shard: Shard
  before: MatchState
  /** Whether the stakes are in the match's account already. */
  captured: boolean
  trialRefill: bigint
  /** The lock's own entry of the fairness log; an end makes its own. */
  locked?: LogEntry | undefined
  /** A match opened in the same transaction, in the same shard. */
  opening?: Opening | undefined
}

export type MoneyOutcome =
  /** `log`: the new end of the shard's fairness log, where the decision added to it. */
  { kind: Appended; log?: LogHead | undefined } | { kind: 'refused'; reason: StakeRefused['reason'] }

class NotWritten extends Error {
  readonly outcome: 'fenced' | 'conflict'
  constructor(outcome: 'fenced' | 'conflict') {
    super(outcome)
    this.outcome = outcome
  }
}

const epochSchema = z.object({ epoch: z.bigint() })

/** Holds the lease's row until the end of the transaction; throws when the shard is another node's. */
export const fence = async (tx: Sql, { number, epoch }: Shard): Promise<void> => {
  const { rows } = await tx.query('select epoch from shard_lease where shard = $1 for share', [number])
  const found = epochSchema.safeParse(rows[0])
  if (!found.success || found.data.epoch !== epoch) throw new NotWritten('fenced')
}

const insertRow = async (tx: Sql, row: JournalRow, epoch: bigint): Promise<void> => {
  const { count } = await tx.query(
    `insert into match_decision (match_id, seq, epoch, seat, command_id, request_hash, events, at)
     values ($1, $2, $3, $4, $5, decode($6::text, 'hex'), $7::text::jsonb,
       to_timestamp($8::double precision / 1000))
     on conflict do nothing`,
    [
      row.matchId,
      row.seq,
      epoch,
      row.seat,
      row.commandId,
      row.requestHash,
      JSON.stringify(row.events),
      row.at,
    ],
  )
  if (count === 0) throw new NotWritten('conflict')
}

/**
 * What the decision adds to the shard's fairness log; the answer is its new end, undefined when nothing was added.
 * Only who adds to it is in the log's turn: whoever is not must not tell where it ends.
 */
const extendLog = async (tx: Sql, work: MoneyWork): Promise<LogHead | undefined> => {
  const { row, shard, locked, opening } = work
  const before = shard.log
  let head = before
  if (locked) head = await appendLog(tx, shard.number, head, locked, row.at)
  for (const event of row.events) {
    if (event.type !== 'Settled' && event.type !== 'Voided') continue
    const { reason, serverSeed } = event
    const outcome = event.type === 'Settled' ? 'settled' : 'voided'
    const entry = closedEntry(row.matchId, { outcome, reason, serverSeed }, head)
    head = await appendLog(tx, shard.number, head, entry, row.at)
  }
  if (opening) return insertOpening(tx, opening, shard.number, head)
  return head === before ? undefined : head
}

/** Runs `write`; what it throws while every statement of it succeeded would be thrown again, whatever the database. */
const attempt = async (
  lane: Lane,
  write: (tx: Sql) => Promise<LogHead | undefined>,
): Promise<MoneyOutcome> => {
  let refusing = false
  const watched = (tx: Sql): Sql => ({
    query: async (text, values) => {
      try {
        return await tx.query(text, values)
      } catch (error) {
        refusing = true
        throw error
      }
    },
  })
  try {
    const log = await lane.transaction(async (tx) => {
      refusing = false
      try {
        return await write(watched(tx))
      } catch (error) {
        if (refusing || error instanceof StakeRefused || error instanceof NotWritten) throw error
        throw new Permanent(error instanceof Error ? error.message : String(error), { cause: error })
      }
    })
    return { kind: 'written', log }
  } catch (error) {
    if (error instanceof StakeRefused) return { kind: 'refused', reason: error.reason }
    if (error instanceof NotWritten) return { kind: error.outcome }
    throw error
  }
}

/**
 * One attempt at a decision in a transaction of its own: fence, journal, ledger, log. Rejects when the database
 * did not do it or its fate is unknown.
 */
export const writeMoney = async (lane: Lane, work: MoneyWork): Promise<MoneyOutcome> => {
  const { row, shard, before, captured, trialRefill } = work
  return attempt(lane, async (tx) => {
    await fence(tx, shard)
    await insertRow(tx, row, shard.epoch)
    await applyEffects(tx, before, row.events, { trialRefill, captured })
    return extendLog(tx, work)
  })
}

/** Opens a match in a transaction of its own. */
export const writeOpening = async (lane: Lane, shard: Shard, opening: Opening): Promise<MoneyOutcome> => {
  return attempt(lane, async (tx) => {
    await fence(tx, shard)
    return insertOpening(tx, opening, shard.number, shard.log)
  })
}
