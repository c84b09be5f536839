import { type ConnectionTotals, rowsAtOnce } from '@minefall/shared/contracts/desk'
import type { Bus, Clock } from '@minefall/shared/node'
import type { RowScope, SweepResult } from './registry.ts'

/** Watchers repeat `edge.watch` each 2 s; rows are published for this long after, in milliseconds. */
const watchedForMs = 6_000

export type RowPublisher = {
  /** Which rows a watcher needs now. */
  wanted(): RowScope
  /** Publishes them; nothing if nothing is needed. */
  publish(wanted: RowScope, swept: SweepResult, totals: ConnectionTotals): void
  close(): void
}

/** Publishes this BFF's rows to watchers. */
export const rowPublisher = ({
  bus,
  clock,
  edge,
}: {
  bus: Bus
  clock: Clock
  edge: string
}): RowPublisher => {
  let watchedAt = Number.NEGATIVE_INFINITY
  let version = 0
  let whole = true
  const isWatched = () => clock.now() - watchedAt <= watchedForMs

  const stop = [
    bus.subscribe('edge.watch', null, () => {
      // Changes while no one watched were not sent.
      if (!isWatched()) whole = true
      watchedAt = clock.now()
    }),
    bus.subscribe('edge.ask', edge, () => {
      whole = true
    }),
  ]

  return {
    wanted: () => (!isWatched() ? 'none' : whole ? 'whole' : 'changes'),
    publish(wanted, { rows, gone }, totals) {
      if (wanted === 'none') return
      const parts = Math.max(1, Math.ceil(rows.length / rowsAtOnce))
      const is = wanted === 'whole'
      for (let part = 1; part <= parts; part++) {
        version += 1
        bus.publish('edge.rows', edge, {
          ...{ edge, version, whole: is, part: is ? part : 1, parts: is ? parts : 1 },
          rows: rows.slice((part - 1) * rowsAtOnce, part * rowsAtOnce),
          gone: part === 1 ? gone : [],
          totals,
        })
      }
      if (is) whole = false
    },
    close() {
      for (const unsubscribe of stop) unsubscribe()
    },
  }
}
