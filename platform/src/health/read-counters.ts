import { bodyCode } from '@minefall/shared/contracts'
import type { Registry } from 'prom-client'

/** What a platform has counted since it started. */
export type Counters = {
  answers: number
  answersFailed: number
  codesSent: number
  codesFailed: number
  quarantined: number
  flushes: number
  /** Flushes of the journal that took so many milliseconds at most, the shortest time first. */
  flushesWithin: readonly (readonly [ms: number, count: number])[]
  ledgerFailed: number
}

export const noCounters: Counters = {
  answers: 0,
  answersFailed: 0,
  codesSent: 0,
  codesFailed: 0,
  quarantined: 0,
  flushes: 0,
  flushesWithin: [],
  ledgerFailed: 0,
}

/** The last reconciliation of the ledger that came to its end; null before the first. */
export type LedgerCheck = { checkedAt: number; findings: number } | null

type Value = { value: number; labels: Partial<Record<string, string | number>>; metricName?: string }

const sum = (values: readonly Value[], counts: (labels: Value['labels']) => boolean = () => true): number =>
  values.reduce((total, { value, labels }) => (counts(labels) ? total + value : total), 0)

/** Answers that say that it was our fault, or that something of ours is away. */
const isFailure = (code: unknown): boolean =>
  code === String(bodyCode.ourFault) || code === String(bodyCode.unavailable)

/** Reads what the program counts for `/metrics`. What is not counted here is 0. */
export const readCounters = async (
  metrics: Registry,
): Promise<{ counters: Counters; ledger: LedgerCheck }> => {
  const read = async (name: string): Promise<readonly Value[]> =>
    (await metrics.getSingleMetric(name)?.get())?.values ?? []
  const calls = (await read('minefall_platform_http_seconds')).filter(
    ({ metricName, labels }) => metricName?.endsWith('_count') && String(labels.route).startsWith('/api/'),
  )
  const requests = await read('minefall_platform_requests_total')
  const codes = await read('minefall_codes_total')
  const flushes = await read('minefall_match_flush_seconds')
  const checkedAt = sum(await read('minefall_ledger_checked_seconds'))
  return {
    counters: {
      answers: sum(calls) + sum(requests),
      answersFailed:
        sum(calls, ({ status }) => Number(status) >= 500) + sum(requests, ({ code }) => isFailure(code)),
      codesSent: sum(codes, ({ result }) => result === 'sent'),
      codesFailed: sum(codes, ({ result }) => result === 'failed'),
      quarantined: sum(await read('minefall_match_quarantines_total')),
      flushes: sum(flushes.filter(({ metricName }) => metricName?.endsWith('_count'))),
      flushesWithin: flushes
        .filter(({ metricName, labels }) => metricName?.endsWith('_bucket') && labels.le !== '+Inf')
        .map(({ labels, value }) => [Number(labels.le) * 1_000, value] as const)
        .sort(([a], [b]) => a - b),
      ledgerFailed: sum(await read('minefall_ledger_check_failures_total')),
    },
    ledger:
      checkedAt === 0
        ? null
        : { checkedAt: Math.round(checkedAt * 1_000), findings: sum(await read('minefall_ledger_findings')) },
  }
}

/** What was counted between two readings. */
export const countedSince = (before: Counters, after: Counters): Counters => ({
  answers: after.answers - before.answers,
  answersFailed: after.answersFailed - before.answersFailed,
  codesSent: after.codesSent - before.codesSent,
  codesFailed: after.codesFailed - before.codesFailed,
  quarantined: after.quarantined - before.quarantined,
  flushes: after.flushes - before.flushes,
  flushesWithin: after.flushesWithin.map(([ms, count], nth) => [
    ms,
    count - (before.flushesWithin[nth]?.[1] ?? 0),
  ]),
  ledgerFailed: after.ledgerFailed - before.ledgerFailed,
})

/**
 * How long 95 % of the flushes took at most, in milliseconds, as finely as they are counted; null without any, and where
 * it is longer than they are counted by.
 */
export const flushP95 = ({ flushes, flushesWithin }: Counters): number | null =>
  flushes === 0 ? null : (flushesWithin.find(([, count]) => count >= flushes * 0.95)?.[0] ?? null)
