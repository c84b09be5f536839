import { type Clock, timed, withRequestId } from '@minefall/shared/node'
import { z } from 'zod'
import type { Log, Sql } from '../../db/index.ts'
import type { MatchMetrics } from '../metrics.ts'
import { type Appended, isPermanent } from './persist.ts'
import type { JournalRow } from './rows.ts'

/** A decision that moves no coins, its shard and epoch, and the seats it frees. */
export type Append = {
  row: JournalRow
  shard: number
  epoch: bigint
  freed: readonly number[]
}

/** Receives the result of an append; null with the error if in doubt, or if the database will never take it. */
type Appending = (outcome: Appended | null, error?: unknown) => void

export type Journal = ReturnType<typeof keepJournal>

type JournalOptions = {
  metrics: MatchMetrics
  clock: Pick<Clock, 'after'>
  /** Monotonic milliseconds. */
  now: () => number
  paceMs: number
  log: Pick<Log, 'error'>
}

type Entry = { work: Append; told: Appending }

/**
 * The rows of the shards are taken `for share` in the same statement: checked without the lock, a stale append could
 * commit after a takeover. `owners` is materialized, as a CTE with a row lock always is, so it is read once. Seats are
 * freed by the rows that were written and no others. Where all were written, as nearly always, nothing more is reported.
 */
const flushStatement = `
with decided as materialized (
  select * from jsonb_to_recordset($1::text::jsonb) as d(
    match_id text, shard int, seq int, epoch bigint, seat int, command_id text, request_hash text,
    events jsonb, at double precision, freed int[])
), owners as materialized (
  select shard, epoch from shard_lease where shard in (select shard from decided) order by shard for share
), written as (
  insert into match_decision (match_id, seq, epoch, seat, command_id, request_hash, events, at)
  select d.match_id, d.seq, d.epoch, d.seat, d.command_id, decode(d.request_hash, 'hex'), d.events,
    to_timestamp(d.at / 1000)
  from decided d join owners l on l.shard = d.shard and l.epoch = d.epoch
  on conflict do nothing
  returning match_id, epoch
), freed as (
  delete from seated s using decided d join written w on w.match_id = d.match_id and w.epoch = d.epoch
  where d.freed is not null and s.match_id = d.match_id and s.seat = any (d.freed)
)
select case when (select count(*) from written) < (select count(*) from decided) then json_build_object(
  'written', (select coalesce(json_agg(match_id), '[]') from written),
  'epochs', (select coalesce(json_object_agg(shard, epoch::text), '{}') from owners)) end as partly`

const partlySchema = z.object({ written: z.array(z.string()), epochs: z.record(z.string(), z.string()) })

/** The result of each entry, in order; null if all were written. */
const flush = async (sql: Sql, entries: readonly Entry[]): Promise<Appended[] | null> => {
  const decided = entries.map(({ work: { row, shard, epoch, freed } }) => ({
    match_id: row.matchId,
    shard,
    seq: row.seq,
    epoch: epoch.toString(),
    seat: row.seat,
    command_id: row.commandId,
    request_hash: row.requestHash,
    events: row.events,
    at: row.at,
    freed: freed.length > 0 ? freed : undefined,
  }))
  const { rows } = await sql.query(flushStatement, [JSON.stringify(decided)])
  if (rows[0]?.partly === null) return null
  const { written, epochs } = partlySchema.parse(rows[0]?.partly)
  const there = new Set(written)
  return decided.map(({ match_id, shard, epoch }) => {
    if (epochs[shard] !== epoch) return 'fenced'
    return there.has(match_id) ? 'written' : 'conflict'
  })
}

/**
 * Group commit: one flush is in flight, all that comes in the meantime goes into the next, which leaves before the outcomes
 * of the last are reported, and no sooner than `paceMs` after the last one left: most of what a flush of few rows costs is the
 * statement, not the rows. One that comes after a pause leaves at once. A match has at most one append at a time under
 * one epoch; a copy from before its shard went away and came back may still retry under the old one. When a flush fails all
 * its rows are in doubt: each match then finds out by reading the journal. Only a statement that the database will never take
 * is taken apart, so that one row does not stop the matches of the others.
 */
export const keepJournal = (sql: Sql, { metrics, clock, now, paceMs, log }: JournalOptions) => {
  let waiting: Entry[] = []
  let isPlanned = false
  let isFlying = false
  let leftAt = Number.NEGATIVE_INFINITY
  let idlers: (() => void)[] = []

  const tell = ({ work, told }: Entry, outcome: Appended | null, error?: unknown) => {
    try {
      told(outcome, error)
    } catch (fault) {
      log.error({ err: fault, matchId: work.row.matchId }, 'the outcome of an append was not taken')
    }
  }

  const fly = () => {
    isPlanned = false
    const entries = waiting
    waiting = []
    isFlying = true
    leftAt = now()
    const begun = leftAt
    flush(sql, entries).then(
      (outcomes) => {
        metrics.flushed(entries.length, now() - begun)
        land()
        for (const [index, entry] of entries.entries()) tell(entry, outcomes?.[index] ?? 'written')
      },
      (error: unknown) => {
        if (entries.length > 1 && isPermanent(error)) {
          void oneByOne(entries)
          return
        }
        land()
        for (const entry of entries) tell(entry, null, error)
      },
    )
  }

  const oneByOne = async (entries: readonly Entry[]) => {
    for (const entry of entries)
      try {
        const outcomes = await flush(sql, [entry])
        tell(entry, outcomes?.[0] ?? 'written')
      } catch (error) {
        tell(entry, null, error)
      }
    land()
  }

  /** Starts the next flush when it may; `atOnce` if that is now. */
  const plan = (atOnce: () => unknown) => {
    isPlanned = true
    const restMs = Math.ceil(leftAt + paceMs - now())
    if (restMs > 0) clock.after(restMs, fly)
    else atOnce()
  }

  const land = () => {
    isFlying = false
    if (waiting.length > 0) {
      plan(fly)
      return
    }
    const resting = idlers
    idlers = []
    for (const rest of resting) rest()
  }

  return {
    append(work: Append, told: Appending): void {
      waiting.push({ work, told: timed('commit', told) })
      if (isPlanned || isFlying) return
      // Whatever arrives in the same turn of the event loop joins the same statement, which is no one request's.
      plan(() => withRequestId(undefined, () => setImmediate(fly)))
    },
    idle: (): Promise<void> =>
      isPlanned || isFlying ? new Promise((resolve) => idlers.push(resolve)) : Promise.resolve(),
  }
}
