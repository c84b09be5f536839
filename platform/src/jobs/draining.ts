import type { Clock } from '@minefall/shared/node'
import { noteSuccess, repeat } from './repeating.ts'

export type Draining = {
  /** What `/metrics` calls it. */
  job: string
  clock: Clock
  /** How often the queue is looked at besides, in milliseconds: for what another node left, or could not be done. */
  everyMs: number
  /** Calls the listener whenever something may wait; the answer ends that. */
  onMore(listener: () => void): () => void
  failed(error: unknown): void
}

/**
 * Works through a queue in the database: at the start, whenever something may wait, and every few seconds, one item at a
 * time, until the answer is called, which waits for the item in hand. `next` takes the item that has waited longest, puts
 * those that it can't do into `leftOut` until the next round by the clock, and answers whether one waited.
 */
export const drain = (
  { job, clock, everyMs, onMore, failed }: Draining,
  next: (leftOut: Set<string>) => Promise<boolean>,
): (() => Promise<void>) => {
  const stopping = new AbortController()
  const leftOut = new Set<string>()
  let asked = false
  let draining: Promise<void> | null = null

  const drainAll = async () => {
    while (asked && !stopping.signal.aborted) {
      asked = false
      // A long queue that gets shorter is no job that hangs.
      while (!stopping.signal.aborted && (await next(leftOut))) noteSuccess({ job, clock })
    }
  }
  const drainMore = (): Promise<void> => {
    draining = drainAll().finally(() => {
      draining = null
      // What came after the last look at the queue.
      if (asked && !stopping.signal.aborted) soon()
    })
    return draining
  }
  const soon = () => {
    asked = true
    if (draining === null) drainMore().catch(failed)
  }
  /** Resolves when the one that runs has ended; what began it hears how. */
  const ended = async () => draining?.catch(() => {})

  soon()
  const unheard = onMore(soon)
  const stopRepeating = repeat({ job, clock, everyMs, failed }, async () => {
    // At once: where more comes without end, the one that runs takes up what was left out.
    leftOut.clear()
    while (draining !== null) await ended()
    asked = true
    await drainMore()
  })
  return async () => {
    stopping.abort()
    unheard()
    await stopRepeating()
    await ended()
  }
}
