import type { Clock } from '@minefall/shared/node'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Log, Sql } from '../db/index.ts'
import { repeat } from '../jobs/repeating.ts'
import { giveBackCheck, type LastCheck, readCheck, takeCheck, writeCheck } from './check-turn.ts'
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

const reconciliationMetrics = (registry: Registry, db: Sql) => {
  const registers = [registry]
  /** What the gauges of one scrape tell, read once; null before the first check, and while the database is away. */
  let reading: Promise<LastCheck | null> | null = null
  const last = (): Promise<LastCheck | null> => {
    reading ??= readCheck(db)
      .catch(() => null)
      .finally(() => {
        reading = null
      })
    return reading
  }
  const gauge = (name: string, help: string, value: (check: LastCheck) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const check = await last()
        if (check) this.set(value(check))
      },
    })
  gauge(
    'minefall_ledger_findings',
    'What the last reconciliation of the ledger found wrong, on whichever node.',
    ({ findings }) => findings,
  )
  gauge(
    'minefall_ledger_checked_seconds',
    'When the last reconciliation came to its end, in seconds since 1970; 0 before the first.',
    ({ checkedAt }) => checkedAt / 1_000,
  )
  gauge(
    'minefall_ledger_check_duration_seconds',
    'How long the last reconciliation took.',
    ({ tookMs }) => tookMs / 1_000,
  )
  const failures = new Counter({
    name: 'minefall_ledger_check_failures_total',
    help: 'Reconciliations of this node that could not be brought to an end.',
    registers,
  })
  return { failures }
}

/**
 * Reconciles the ledger again and again, one at a time, until it is stopped: each finding is an error in the log with
 * the alarm `ledger`. Of nodes that share a database one does it each time. A reconciliation that fails is logged and
 * counted, and tried again when the next one is due.
 */
export const startReconciling = (options: ReconcilingOptions): (() => Promise<void>) => {
  const { db, clock, log, metrics, everyMs } = options
  if (everyMs === 0) return async () => {}
  const { failures } = reconciliationMetrics(metrics, db)

  const tell = (findings: readonly string[], ms: number) => {
    for (const finding of findings.slice(0, loggedMost))
      log.error({ finding, alarm: 'ledger' }, 'the ledger does not add up')
    if (findings.length === 0) log.info({ ms }, 'the ledger is in order')
    else
      log.error(
        { findings: findings.length, alarm: 'ledger' },
        'the reconciliation of the ledger found something',
      )
  }
  const reconcile = async (signal: AbortSignal) => {
    const began = clock.now()
    if (!(await takeCheck(db, began, everyMs))) return
    try {
      const { findings } = await checkLedger(db, { signal })
      const checkedAt = clock.now()
      await writeCheck(db, { checkedAt, tookMs: checkedAt - began, findings: findings.length })
      tell(findings, checkedAt - began)
    } catch (error) {
      // Where this fails as well, another node takes it an interval later.
      await giveBackCheck(db, began).catch(() => {})
      throw error
    }
  }
  const failed = (error: unknown) => {
    failures.inc()
    log.error({ err: error, alarm: 'ledger' }, 'the ledger could not be reconciled')
  }
  return repeat({ job: 'ledger', clock, everyMs, failed }, async (stopping) => {
    try {
      await reconcile(stopping)
    } catch (error) {
      if (!stopping.aborted) throw error
    }
  })
}
