import type { Clock } from '@minefall/shared/node'
import { Counter, Gauge, type Registry } from 'prom-client'

/** A periodic job of this process, by name. */
const succeeded = new Gauge({
  name: 'minefall_job_success_seconds',
  help: 'When a job that is done again and again last came to its end without a failure, or did an item of its queue, or began, in seconds since 1970.',
  labelNames: ['job'],
  registers: [],
})
const failures = new Counter({
  name: 'minefall_job_failures_total',
  help: 'Times that such a job failed; it is done again when it is due.',
  labelNames: ['job'],
  registers: [],
})

const interval = new Gauge({
  name: 'minefall_job_interval_seconds',
  help: 'How long such a job waits from the end of one run to the next.',
  labelNames: ['job'],
  registers: [],
})

/** Shows in `metrics` how the jobs of this process are. */
export const showJobs = (metrics: Registry): void => {
  metrics.registerMetric(succeeded)
  metrics.registerMetric(failures)
  metrics.registerMetric(interval)
}

/** Notes that a job gets on now. */
export const noteSuccess = ({ job, clock }: Pick<Repeating, 'job' | 'clock'>): void =>
  succeeded.set({ job }, clock.now() / 1_000)

export type Repeating = {
  /** What `/metrics` calls it. */
  job: string
  clock: Clock
  /** The delay before the first run, and from the end of one run to the next, in milliseconds. */
  everyMs: number
  /** Notified of a failed run; the next one comes anyway. */
  failed(error: unknown): void
}

/**
 * Runs `work` periodically, one run at a time, until the returned function is called, which waits for the current
 * run. `stopping` tells a long run to finish.
 */
export const repeat = (
  { job, clock, everyMs, failed }: Repeating,
  work: (stopping: AbortSignal) => Promise<void>,
): (() => Promise<void>) => {
  const stopping = new AbortController()
  let cancel = () => {}
  let running: Promise<void> = Promise.resolve()
  // What fails from its start on is seen by these, and the first failure is one more than before.
  noteSuccess({ job, clock })
  failures.inc({ job }, 0)
  interval.set({ job }, everyMs / 1_000)
  const again = () => {
    cancel = clock.after(everyMs, () => {
      running = work(stopping.signal)
        .then(
          () => noteSuccess({ job, clock }),
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
