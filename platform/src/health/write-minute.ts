import { totalMs } from '@minefall/shared/contracts/desk'
import { inTurn } from '../jobs/in-turn.ts'
import { countedSince, flushP95, noCounters, readCounters } from './read-counters.ts'
import type { World } from './world.ts'

/**
 * Writes what this platform counted into the row of the minute: each time all that it counted in it, so that once more
 * changes nothing. What could not be written is in a later minute.
 */
export const minuteWriter = ({ db, clock, metrics, node, loopLateMs }: World): (() => Promise<void>) => {
  const startedAt = new Date(clock.now())
  let written = noCounters
  /** The minute that is written now, and what had been written before it. */
  let minute = Number.NaN
  let before = noCounters
  const turns = inTurn()
  return () =>
    turns.run(async () => {
      const { counters, ledger } = await readCounters(metrics)
      const now = clock.now()
      const at = Math.floor(now / totalMs) * totalMs
      if (at !== minute) {
        minute = at
        before = written
      }
      const counted = countedSince(before, counters)
      await db.query(
        `insert into platform_total (minute, node, started_at, told_at, answers, answers_failed, codes_sent, codes_failed,
           quarantined, flushes, flush_p95_ms, loop_ms, ledger_checked_at, ledger_findings, ledger_failed)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
         on conflict (minute, node, started_at) do update set
           told_at = excluded.told_at, answers = excluded.answers, answers_failed = excluded.answers_failed,
           codes_sent = excluded.codes_sent, codes_failed = excluded.codes_failed, quarantined = excluded.quarantined,
           flushes = excluded.flushes, flush_p95_ms = excluded.flush_p95_ms, loop_ms = excluded.loop_ms,
           ledger_checked_at = excluded.ledger_checked_at, ledger_findings = excluded.ledger_findings,
           ledger_failed = excluded.ledger_failed`,
        [
          new Date(at),
          node,
          startedAt,
          new Date(now),
          counted.answers,
          counted.answersFailed,
          counted.codesSent,
          counted.codesFailed,
          counted.quarantined,
          counted.flushes,
          flushP95(counted),
          loopLateMs(),
          ledger && new Date(ledger.checkedAt),
          ledger?.findings ?? null,
          counted.ledgerFailed,
        ],
      )
      written = counters
    })
}
