import type { DeskHealth } from '@minefall/shared/contracts/desk'

export const at = Date.UTC(2026, 4, 4, 12)
export const minute = 60_000
export const figures = (change: Partial<DeskHealth['hour']> = {}): DeskHealth['hour'] => ({
  matches: { ended: 400, voided: 0 },
  codes: { sent: 20, failed: 0 },
  answers: { given: 9_000, failed: 0 },
  ...change,
})
export const shard = (shard: number, change: Partial<DeskHealth['shards'][number]> = {}) => ({
  shard,
  node: 'platform-1',
  held: true,
  matches: 2,
  ...change,
})
export const platform = {
  node: 'platform-1',
  startedAt: at - 100 * minute,
  lastSeenAt: at - 8_000,
  loopMs: 4,
  journal: { flushes: 10, p95Ms: 5 },
}
/** For tests alone: a program that is well. */
export const health = (change: Partial<DeskHealth> = {}): DeskHealth => ({
  at,
  bffs: [{ edge: 'edge-1', lastSeenAt: at - 400, recordedAt: at - 4_000, connections: 40 }],
  platforms: [platform],
  shards: [shard(0), shard(1)],
  ledger: { everyMs: 60 * minute, checkedAt: at - 12 * minute, findings: 0, failures: 0 },
  quarantined: 0,
  hour: figures(),
  day: figures(),
  since: at - 600 * minute,
  ...change,
})
