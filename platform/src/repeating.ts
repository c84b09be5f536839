import type { Clock } from '@minefall/shared/node'

export type Repeating = {
  clock: Clock
  /** From the start to the first time, and from the end of one to the next, in milliseconds. */
  everyMs: number
  /** Is told what a time failed with; the next one comes all the same. */
  failed(error: unknown): void
}

/**
 * Does `work` again and again, one at a time, until the answer is called, which waits for the one that runs. `stopping`
 * tells a long one to come to its end.
 */
export const repeat = (
  { clock, everyMs, failed }: Repeating,
  work: (stopping: AbortSignal) => Promise<void>,
): (() => Promise<void>) => {
  const stopping = new AbortController()
  let cancel = () => {}
  let running: Promise<void> = Promise.resolve()
  const again = () => {
    cancel = clock.after(everyMs, () => {
      running = work(stopping.signal)
        .catch(failed)
        .then(() => (stopping.signal.aborted ? undefined : again()))
    })
  }
  again()
  return async () => {
    stopping.abort()
    cancel()
    await running
  }
}
