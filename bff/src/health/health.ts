import { randomBytes, randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Bus, Clock, Logger } from '@minefall/shared/node'
import { isRecent } from '../lately.ts'
import { backlog as backlogOf } from './history.ts'
import type { HealthMetrics } from './metrics.ts'
import { recordEveryMs, recorder as recorderOf } from './recorder.ts'
import { type Registry, registry as registryOf } from './registry.ts'
import { rowPublisher } from './row-publisher.ts'
import type { WatchedConnection } from './watched.ts'

/** Connection health: published to watchers, and reported to the platform, which stores it. */
export type Health<C extends WatchedConnection> = Pick<Registry<C>, 'opened' | 'closed' | 'resumed'> & {
  /** Looks at all connections; called each second. */
  sweep(): void
  /** Reports what the platform does not have yet, for at most two seconds, and stops. */
  close(): Promise<void>
}

export type HealthOptions<C extends WatchedConnection> = {
  bus: Bus
  clock: Clock
  log: Pick<Logger, 'error'>
  edge: string
  weakMs: number
  requestMs: number
  metrics: HealthMetrics
  /** Ends a connection on behalf of staff. */
  kick: (connection: C) => void
}

/** How long a stopping BFF waits for the platform's answer to its last batch, in milliseconds. */
const lastWordMs = 2_000

export const health = <C extends WatchedConnection>(options: HealthOptions<C>): Health<C> => {
  const { bus, clock, log, edge, weakMs, requestMs, metrics, kick } = options
  const backlog = backlogOf((what) => metrics.dropped.inc({ what }))
  const registry = registryOf<C>({
    edge,
    now: () => clock.now(),
    weakMs,
    newId: () => randomBytes(8).toString('hex'),
    history: backlog,
  })
  const publisher = rowPublisher({ bus, clock, edge })
  const recorder = recorderOf({
    ...{ bus, clock, log, edge, requestMs, backlog },
    newBatchId: randomUUID,
    minute: registry.minute,
    answered: (outcome) => metrics.batches.inc({ outcome }),
  })
  const stopKicks = bus.subscribe('edge.kick', edge, ({ id, playerId }) => {
    const connection = registry.find(id, playerId)
    if (!connection) return
    metrics.kicks.inc()
    kick(connection)
  })
  let recordedAt = clock.now()

  const sweep = () => {
    const began = performance.now()
    const wanted = publisher.wanted()
    const swept = registry.sweep(wanted)
    if (wanted !== 'none') publisher.publish(wanted, swept, registry.totals())
    metrics.rowsTold.inc(swept.rows.length)
    for (const state of ['live', 'lagging', 'resuming', 'lost'] as const)
      metrics.connections.set({ state }, registry.states()[state])
    metrics.waiting.set(backlog.size())
    const now = clock.now()
    if (!isRecent(recordedAt, now, recordEveryMs)) {
      recordedAt = now
      void recorder.send()
    }
    metrics.sweeps.inc((performance.now() - began) / 1_000)
  }

  let closing: Promise<void> | null = null
  const finish = () => {
    stopKicks()
    publisher.close()
    return new Promise<void>((resolve) => {
      const cancel = clock.after(lastWordMs, resolve)
      void recorder.send().finally(() => {
        cancel()
        resolve()
      })
    })
  }

  return {
    opened: registry.opened,
    closed: registry.closed,
    resumed: registry.resumed,
    sweep,
    close() {
      closing ??= finish()
      return closing
    },
  }
}
