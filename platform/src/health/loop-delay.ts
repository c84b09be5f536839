import { monitorEventLoopDelay } from 'node:perf_hooks'

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
