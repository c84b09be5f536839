import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ok } from '@minefall/shared/contracts'
import type {
  DeskConnectionHistory,
  DeskHealth,
  DeskTotals,
  DeskTotalsRange,
} from '@minefall/shared/contracts/desk'
import { Gauge, type Registry } from 'prom-client'
import { tellingOutages } from '../bus/answering.ts'
import { repeat } from '../jobs/repeating.ts'
import { forgetHealth } from './forget.ts'
import { hearEdges, readHealth } from './read-health.ts'
import { readHistory } from './read-history.ts'
import { readTotals } from './read-totals.ts'
import { storeBatch } from './store-batch.ts'
import type { World } from './world.ts'
import { minuteWriter } from './write-minute.ts'

/** How often it is looked how late the event loop is, in milliseconds. */
const resolution = 20

/**
 * Watches how late this process's event loop is. `lateMs` answers the 99th percentile since it was asked last, in
 * milliseconds; null where nothing was measured yet.
 */
export const watchLoop = (): { lateMs(): number | null; close(): void } => {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  return {
    lateMs: () => {
      if (delay.count === 0) return null
      // A look that is on time counts as late as looks are apart.
      const late = Math.max(0, delay.percentile(99) / 1e6 - resolution)
      delay.reset()
      return late
    },
    close: () => void delay.disable(),
  }
}

/** Shows in `metrics` how full the disk is that a folder is on; read at each scrape. */
export const showDisk = (metrics: Registry, folder: string): void => {
  new Gauge({
    name: 'minefall_disk_used_ratio',
    help: 'The part of the disk under DATA_DIR/keys that can’t be written to, from 0 to 1: what is used or reserved. In docker-compose.yml the database and the logs are on it too.',
    registers: [metrics],
    async collect() {
      const { bavail, blocks } = await statfs(folder)
      this.set(1 - bavail / blocks)
    },
  })
}

/** How often what is counted is written, and how often what is old is removed, in milliseconds. */
const tellEveryMs = 10_000
const forgetEveryMs = 600_000

export type Health = {
  /** What is kept of a player's connections; null where there is no such player. */
  history(playerId: string): Promise<DeskConnectionHistory | null>
  totals(range: DeskTotalsRange): Promise<DeskTotals>
  read(): Promise<DeskHealth>
  /** Whether this BFF was heard of in so many milliseconds. */
  isHeard(edge: string, withinMs: number): boolean
  /** Writes what was counted last, and stops. */
  close(): Promise<void>
}

/** Keeps what BFFs tell of their connections and what platforms count, until it is closed. */
export const startHealth = (world: World): Health => {
  const { db, bus, clock, log, historyMs, historyRows } = world
  const keeping = () => ({ now: clock.now(), historyMs })
  const heard = hearEdges(world)
  const stopRecording = tellingOutages(bus, log).respond('health.record', async (batch) => {
    await storeBatch(db, batch, keeping())
    return ok(null)
  })
  const writeMinute = minuteWriter(world)
  const untold = (error: unknown) => log.warn({ err: error }, 'what was counted could not be written')
  // So that it is known from the start; closing waits for it.
  void writeMinute().catch(untold)
  const stopTelling = repeat({ job: 'health', clock, everyMs: tellEveryMs, failed: untold }, writeMinute)
  const stopForgetting = repeat(
    {
      job: 'health-history',
      clock,
      everyMs: forgetEveryMs,
      failed: (error) => log.warn({ err: error }, 'old figures of health could not be removed'),
    },
    (stopping) => forgetHealth(db, { ...keeping(), historyRows }, stopping),
  )
  return {
    history: (playerId) => readHistory(db, playerId, keeping()),
    totals: (range) => readTotals(db, range, clock.now()),
    read: () => readHealth(world, heard),
    isHeard: (edge, withinMs) => heard.since(clock.now() - withinMs).has(edge),
    close: async () => {
      stopRecording()
      heard.close()
      await stopForgetting()
      await stopTelling()
      await writeMinute().catch(untold)
    },
  }
}
