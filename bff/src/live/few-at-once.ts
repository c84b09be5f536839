import { turnstile } from './turnstile.ts'

/** Runs what it is given, `atOnce` at a time and first come first served, so that many questions are no storm. */
export const fewAtOnce = (atOnce: number): ((run: () => Promise<void>) => Promise<void>) => {
  const line = turnstile({ atOnce, longest: Number.POSITIVE_INFINITY })
  return async (run) => {
    const leave = await line.join('')?.turn
    try {
      await run()
    } finally {
      leave?.()
    }
  }
}
