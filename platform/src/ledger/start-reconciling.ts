import type { Clock } from '@minefall/shared/node'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log, Sql } from '../db/index.ts'
import { repeat } from '../repeating.ts'
import { checkLedger } from './reconciliation.ts'

export type ReconcilingOptions = {
  db: Sql
  clock: Clock
  log: Log
  metrics: Registry
  /** From the start to the first reconciliation, and from the end of one to the next, in milliseconds; 0 for none. */
  everyMs: number
}

/** Findings that are logged one by one; the gauge and `npm run ledger:check` know all. */
const loggedMost = 100

const reconciliationMetrics = (registry: Registry) => {
  const registers = [registry]
  return {
    findings: new Gauge({
      name: 'minefall_ledger_findings',
      help: 'What the last reconciliation of the ledger found wrong.',
      registers,
    }),
    checkedAt: new Gauge({
      name: 'minefall_ledger_checked_seconds',
      help: 'When the last reconciliation came to its end, in seconds since 1970; 0 before the first.',
      registers,
    }),
    took: new Gauge({
      name: 'minefall_ledger_check_duration_seconds',
      help: 'How long the last reconciliation took.',
      registers,
    }),
    failures: new Counter({
      name: 'minefall_ledger_check_failures_total',
      help: 'Reconciliations that could not be brought to an end.',
      registers,
    }),
  }
}

/**
 * Reconciles the ledger again and again, one at a time, until it is stopped: each finding is an error in the log with
 * the alarm `ledger`. A reconciliation that fails is logged and counted, and tried again when the next one is due.
 */
export const startReconciling = (options: ReconcilingOptions): (() => Promise<void>) => {
  const { db, clock, log, metrics, everyMs } = options
  if (everyMs === 0) return async () => {}
  const told = reconciliationMetrics(metrics)

  const reconcile = async (signal: AbortSignal) => {
    const began = clock.now()
    const { findings } = await checkLedger(db, { signal })
    const ended = clock.now()
    told.findings.set(findings.length)
    told.checkedAt.set(ended / 1_000)
    told.took.set((ended - began) / 1_000)
    for (const finding of findings.slice(0, loggedMost))
      log.error({ finding, alarm: 'ledger' }, 'the ledger does not add up')
    if (findings.length === 0) log.info({ ms: ended - began }, 'the ledger is in order')
    else
      log.error(
        { findings: findings.length, alarm: 'ledger' },
        'the reconciliation of the ledger found something',
      )
  }
  const failed = (error: unknown) => {
    told.failures.inc()
    log.error({ err: error, alarm: 'ledger' }, 'the ledger could not be reconciled')
  }
  return repeat({ clock, everyMs, failed }, async (stopping) => {
    try {
      await reconcile(stopping)
    } catch (error) {
      if (!stopping.aborted) throw error
    }
  })
}
