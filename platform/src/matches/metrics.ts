import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type MatchMetrics = {
  decided(lane: 'moves' | 'money'): void
  flushed(rows: number, ms: number): void
  live(count: number): void
  quarantined(): void
}

/** Figures of the match host; without a registry they go nowhere. */
export const matchMetrics = (registry: Registry | undefined): MatchMetrics => {
  if (!registry) return { decided: () => {}, flushed: () => {}, live: () => {}, quarantined: () => {} }
  const registers = [registry]
  const decisions = new Counter({
    name: 'minefall_match_decisions_total',
    help: 'Decisions committed to the journal, by lane.',
    labelNames: ['lane'],
    registers,
  })
  const rows = new Histogram({
    name: 'minefall_match_flush_rows',
    help: 'Decisions in one flush of the move lane.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  })
  const seconds = new Histogram({
    name: 'minefall_match_flush_seconds',
    help: 'Time of one flush of the move lane.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  const live = new Gauge({
    name: 'minefall_match_live',
    help: 'Matches in memory that have not ended.',
    registers,
  })
  const quarantines = new Counter({
    name: 'minefall_match_quarantines_total',
    help: 'Matches stopped because deciding or folding failed.',
    registers,
  })
  const byLane = { moves: decisions.labels('moves'), money: decisions.labels('money') }
  return {
    decided: (lane) => byLane[lane].inc(),
    flushed: (count, ms) => {
      rows.observe(count)
      seconds.observe(ms / 1_000)
    },
    live: (count) => live.set(count),
    quarantined: () => quarantines.inc(),
  }
}
