import type { Clock } from '@minefall/shared/node'
import { Counter, Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { Log, Sql } from '../db/index.ts'
import { repeat } from '../jobs/repeating.ts'
import { checkLedger } from './reconciliation.ts'

/** The result of the last reconciliation that finished, on whichever node. Times are in milliseconds. */
type LastCheck = { checkedAt: number; tookMs: number; findings: number }

/**
 * Takes the reconciliation for this node where none was begun within `everyMs`, so that nodes that share a database do it
 * once between them. A time ahead of `now`, in milliseconds since 1970, is of a clock that was set back, and binds no one.
 */
const takeCheck = async (sql: Sql, now: number, everyMs: number): Promise<boolean> => {
  const { count } = await sql.query(
    'update ledger_check set begun_at = $1 where coalesce(begun_at <= $2 or begun_at > $1, true)',
    [new Date(now), new Date(now - everyMs)],
  )
  return count === 1
}

/** Gives back what was taken at `begunAt` and did not come to its end: another node may do it. */
const giveBackCheck = async (sql: Sql, begunAt: number): Promise<void> => {
  await sql.query('update ledger_check set begun_at = null where begun_at = $1', [new Date(begunAt)])
}

const writeCheck = async (sql: Sql, { checkedAt, tookMs, findings }: LastCheck): Promise<void> => {
  await sql.query('update ledger_check set checked_at = $1, took_ms = $2, findings = $3', [
    new Date(checkedAt),
    tookMs,
    findings,
  ])
}

const rowSchema = z.object({ checked_at: z.date(), took_ms: z.bigint(), findings: z.bigint() })

/** Null before the first. */
const readCheck = async (sql: Sql): Promise<LastCheck | null> => {
  const { rows } = await sql.query(
    'select checked_at, took_ms, findings from ledger_check where checked_at is not null',
  )
  const row = rowSchema.optional().parse(rows[0])
  return row
    ? { checkedAt: row.checked_at.getTime(), tookMs: Number(row.took_ms), findings: Number(row.findings) }
    : null
}

type ReconcilingOptions = {
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
