/** The first pause is drawn from [0, 300 ms); each attempt doubles the bound. */
const firstBoundMs = 300
/** People who were in a match want it back at once: a server that starts again is found in half a second. */
const eagerAttempts = 20
const eagerCapMs = 1_000
const patientCapMs = 8_000

/**
 * The pause before attempt `attempt` (from 0) in milliseconds: exponential with full jitter, so that a server's
 * restart does not bring everyone back in the same instant. `random` gives numbers in [0, 1).
 */
export const backoffMs = (attempt: number, random: () => number): number => {
  const cap = attempt < eagerAttempts ? eagerCapMs : patientCapMs
  return Math.floor(random() * Math.min(cap, firstBoundMs * 2 ** Math.min(attempt, 16)))
}
