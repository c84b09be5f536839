import type { Clock } from '@minefall/shared/node'
import { Counter, Gauge, type Registry } from 'prom-client'

/** What is done again and again by this process, by the name of the job. */
const succeeded = new Gauge({
  name: 'minefall_job_success_seconds',
  help: 'When a job that is done again and again last came to its end without a failure, in seconds since 1970.',
  labelNames: ['job'],
  registers: [],
})
const failures = new Counter({
  name: 'minefall_job_failures_total',
  help: 'Times that such a job failed; it is done again when it is due.',
  labelNames: ['job'],
  registers: [],
})

/** Shows in `metrics` how the jobs of this process are. */
export const showJobs = (metrics: Registry): void => {
  metrics.registerMetric(succeeded)
  metrics.registerMetric(failures)
}

export type Repeating = {
  /** What `/metrics` calls it. */
  job: string
  clock: Clock
  /** From the start to the first time, and from the end of one to the next, in milliseconds. */
  everyMs: number
  /** learns what a time failed with; the next one comes all the same. */
  failed(error: unknown): void
}

/**
 * Does `work` again and again, one at a time, until the answer is called, which waits for the one that runs. `stopping`
 * tells a long one to come to its end.
 */
export const repeat = (
  { job, clock, everyMs, failed }: Repeating,
  work: (stopping: AbortSignal) => Promise<void>,
): (() => Promise<void>) => {
  const stopping = new AbortController()
  let cancel = () => {}
  let running: Promise<void> = Promise.resolve()
  const again = () => {
    cancel = clock.after(everyMs, () => {
      running = work(stopping.signal)
        .then(
          () => succeeded.set({ job }, clock.now() / 1_000),
          (error: unknown) => {
            failures.inc({ job })
            failed(error)
          },
        )
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
