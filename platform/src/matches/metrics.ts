import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type MatchMetrics = {
  decided(lane: 'moves' | 'money'): void
  flushed(rows: number, ms: number): void
  live(count: number): void
  /** How many matches can neither go on nor be voided as they are. */
  stopped(count: number): void
  quarantined(): void
  /** How many shards this node decides for now. */
  shards(count: number): void
  taken(cause: TakenCause, shards: number): void
  /** Shards were paused for so long while they were handed over. */
  stoodStill(ms: number): void
  fenced(): void
}

/** Why a node came to a shard: no one held it, its owner gave it, or its owner is dead. */
const takenCauses = ['start', 'given', 'death'] as const
export type TakenCause = (typeof takenCauses)[number]

const unmeasured: MatchMetrics = {
  decided: () => {},
  flushed: () => {},
  live: () => {},
  stopped: () => {},
  quarantined: () => {},
  shards: () => {},
  taken: () => {},
  stoodStill: () => {},
  fenced: () => {},
}

/** Figures of the match host; without a registry they go nowhere. */
export const matchMetrics = (registry: Registry | undefined): MatchMetrics => {
  if (!registry) return unmeasured
  const registers = [registry]
  const decisions = new Counter({
    name: 'minefall_match_decisions_total',
    help: 'Decisions committed to the journal, by lane.',
    labelNames: ['lane'],
    registers,
  })
  const rows = new Histogram({
    name: 'minefall_match_flush_rows',
    help: 'Decisions in one flush of the journal.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  })
  const seconds = new Histogram({
    name: 'minefall_match_flush_seconds',
    help: 'Time of one flush of the journal.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  const live = new Gauge({
    name: 'minefall_match_live',
    help: 'Matches in memory that have not ended.',
    registers,
  })
  const stopped = new Gauge({
    name: 'minefall_match_stopped',
    help: 'Matches that a fault stopped and that could not be voided: their stakes are held.',
    registers,
  })
  const quarantines = new Counter({
    name: 'minefall_match_quarantines_total',
    help: 'Matches stopped because deciding or folding failed.',
    registers,
  })
  const shards = new Gauge({
    name: 'minefall_shards_held',
    help: 'Shards that this node decides for.',
    registers,
  })
  const taken = new Counter({
    name: 'minefall_shards_taken_total',
    help: 'Shards taken, by cause.',
    labelNames: ['cause'],
    registers,
  })
  for (const cause of takenCauses) taken.inc({ cause }, 0)
  const standstill = new Histogram({
    name: 'minefall_shard_standstill_seconds',
    help: 'How long shards were paused while this node handed them over.',
    buckets: [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 3],
    registers,
  })
  const fenced = new Counter({
    name: 'minefall_shards_fenced_total',
    help: 'Shards that another node took although this one had not given them.',
    registers,
  })
  const byLane = { moves: decisions.labels('moves'), money: decisions.labels('money') }
  for (const lane of Object.values(byLane)) lane.inc(0)
  return {
    decided: (lane) => byLane[lane].inc(),
    flushed: (count, ms) => {
      rows.observe(count)
      seconds.observe(ms / 1_000)
    },
    live: (count) => live.set(count),
    stopped: (count) => stopped.set(count),
    quarantined: () => quarantines.inc(),
    shards: (count) => shards.set(count),
    taken: (cause, count) => taken.inc({ cause }, count),
    stoodStill: (ms) => standstill.observe(ms / 1_000),
    fenced: () => fenced.inc(),
  }
}
