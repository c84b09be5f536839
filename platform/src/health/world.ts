import type { Bus, Clock, OwnerDirectory } from '@minefall/shared/node'
import type { Registry } from 'prom-client'
import type { Database, Log } from '../db/index.ts'

/** Injected dependencies: no other clock or database is used in this folder. Times are in milliseconds. */
export type World = {
  db: Database
  bus: Bus
  clock: Clock
  log: Log
  /** Where the program counts what it does. */
  metrics: Registry
  /** Tells this platform from the others. */
  node: string
  /** How long events and samples of connections are kept. */
  historyMs: number
  /** How many events, and how many samples, are kept at most. */
  historyRows: number
  /** Which platform nodes hold which shards, as they say. */
  owners: Pick<OwnerDirectory, 'ownerOf' | 'silentFor'>
  /** How often the ledger is reconciled; 0 for never. */
  ledgerCheckMs: number
  /** How late the event loop was since this was asked last, the 99th percentile; null where nothing was measured. */
  loopLateMs: () => number | null
}
