import { withRequestId } from './request-context.ts'

/** Time, injected: production uses `systemClock`, tests a clock they move by hand. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs once after `ms`, outside of any request; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = withRequestId(undefined, () => setTimeout(run, ms))
    return () => clearTimeout(timer)
  },
}

/**
 * The same clock for how long something takes: it never goes back, and so runs ahead by whatever `clock` is set back. Then
 * it has stood since it was last asked.
 */
export const steadyOf = (clock: Clock): Clock => {
  let aheadMs = 0
  let latest = Number.NEGATIVE_INFINITY
  return {
    now() {
      const now = clock.now()
      aheadMs = Math.max(aheadMs, latest - now)
      latest = now + aheadMs
      return latest
    },
    after: (ms, run) => clock.after(ms, run),
  }
}

/** Runs `run` each `ms` milliseconds until the returned function is called, whether it throws or not. */
export const every = (clock: Clock, ms: number, run: () => void): (() => void) => {
  let cancel = () => {}
  const next = () => {
    cancel = clock.after(ms, () => {
      next()
      run()
    })
  }
  next()
  return () => cancel()
}
