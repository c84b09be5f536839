import { withRequestId } from './request-context.ts'

/** Time, injected: production uses `systemClock`, tests a clock they move by hand. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`, within no request; the answer cancels it. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = withRequestId(undefined, () => setTimeout(run, ms))
    return () => clearTimeout(timer)
  },
}
