import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Log } from './database.ts'
import { isUnavailable } from './in-doubt.ts'

/** The purpose of a lane: `journal` is the match host's. */
export type LaneName = 'main' | 'journal'

/** Observes everything a lane does. Times are in milliseconds. */
export type LaneWatch = {
  /** A session was taken after this wait. */
  waited(ms: number): void
  /** A statement was answered, or failed; `text` has no values in it. */
  ran(text: string, ms: number): void
  /** A statement or a transaction failed permanently. */
  failed(error: unknown): void
}

/** Watches every lane of a database. */
export type DatabaseWatch = {
  lane(name: LaneName): LaneWatch
  /** How many sessions are in use and idle, and how many wait for one, at the moment of a scrape. */
  sessions(name: LaneName, count: () => { used: number; idle: number; waiting: number }): void
}

/** Buckets in seconds: from a read of a row in memory to what no one waits for any more. */
const buckets = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]

/** As one line and not a long one: statements are written over several. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 300)

export type WatchOptions = {
  log: Log
  metrics: Registry
  /** Statements that take so long are logged with their text, in milliseconds; 0 logs none. */
  slowMs: number
}

/** Counts for `/metrics`, and logs what is slow; the log adds the request that it was for. */
export const watchDatabase = ({ log, metrics, slowMs }: WatchOptions): DatabaseWatch => {
  const registers = [metrics]
  const statements = new Histogram({
    name: 'minefall_database_statement_seconds',
    help: 'Time from a statement to its answer, by lane.',
    labelNames: ['lane'],
    buckets,
    registers,
  })
  const waits = new Histogram({
    name: 'minefall_database_wait_seconds',
    help: 'Time that a statement or transaction waited for a session, by lane.',
    labelNames: ['lane'],
    buckets,
    registers,
  })
  const failures = new Counter({
    name: 'minefall_database_failures_total',
    help: 'Statements and transactions that failed, by lane: `unavailable` where the database was away, full or too slow.',
    labelNames: ['lane', 'kind'],
    registers,
  })
  const counts = new Map<LaneName, () => { used: number; idle: number; waiting: number }>()
  new Gauge({
    name: 'minefall_database_sessions',
    help: 'Sessions in use and idle, and how many wait for one, by lane.',
    labelNames: ['lane', 'state'],
    registers,
    collect() {
      for (const [lane, count] of counts)
        for (const [state, number] of Object.entries(count())) this.set({ lane, state }, number)
    },
  })
  return {
    lane: (lane) => {
      const ran = statements.labels(lane)
      const waited = waits.labels(lane)
      for (const kind of ['unavailable', 'refused']) failures.labels(lane, kind).inc(0)
      return {
        waited: (ms) => waited.observe(ms / 1_000),
        ran: (text, ms) => {
          ran.observe(ms / 1_000)
          if (slowMs > 0 && ms >= slowMs)
            log.warn({ lane, ms: Math.round(ms), statement: inOneLine(text) }, 'a statement was slow')
        },
        failed: (error) => failures.inc({ lane, kind: isUnavailable(error) ? 'unavailable' : 'refused' }),
      }
    },
    sessions: (lane, count) => void counts.set(lane, count),
  }
}
