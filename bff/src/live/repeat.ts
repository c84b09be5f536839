import type { Clock } from '@minefall/shared/node'

/** Runs `run` each `ms` milliseconds until the answer is called. */
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
