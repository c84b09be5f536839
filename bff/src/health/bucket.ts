import type { ConnectionSample, ConnectionState } from '@minefall/shared/contracts/desk'
import type { WatchedConnection } from './watched.ts'

/** One in this many round trips is kept for the median, for which some dozens suffice. */
const keepEvery = 4
/** The most samples a connection keeps. */
const mostFresh = 12

/** One connection's five minutes so far. */
export type Bucket = {
  /** When the five minutes began, in milliseconds since 1970. */
  at: number
  /** Milliseconds in each state. */
  lasted: Record<ConnectionState, number>
  roundTrips: number[]
  worstMs: number | null
  jitter: { sum: number; count: number }
  /** Samples that the connection had taken at the last look. */
  taken: number
}

export const newBucket = (at: number, taken = 0): Bucket => ({
  at,
  lasted: { live: 0, lagging: 0, resuming: 0, lost: 0 },
  roundTrips: [],
  worstMs: null,
  jitter: { sum: 0, count: 0 },
  taken,
})

/** Takes in the round trips since the last look. */
export const sampleInto = (bucket: Bucket, { roundTrip, reported }: WatchedConnection): void => {
  const taken = roundTrip.taken()
  if (taken === bucket.taken) return
  // A new connection of the tab begins at nothing.
  const fresh = Math.min(mostFresh, Math.max(1, taken - bucket.taken))
  for (let by = 1; by <= fresh; by++) bucket.worstMs = Math.max(bucket.worstMs ?? 0, roundTrip.back(by))
  if (bucket.roundTrips.length === 0 || taken % keepEvery === 0) bucket.roundTrips.push(roundTrip.back(1))
  if (reported.jitterMs !== null) {
    bucket.jitter.sum += reported.jitterMs
    bucket.jitter.count += 1
  }
  bucket.taken = taken
}

const longestMs = 600_000
const told = (ms: number | null) => (ms === null ? null : Math.round(Math.min(longestMs, ms)))
const seconds = (ms: number) => Math.min(300, Math.round(ms / 100) / 10)

/** The sample to store; null if there is nothing in it. */
export const sampleOf = (
  { at, lasted, roundTrips, worstMs, jitter }: Bucket,
  whose: Pick<ConnectionSample, 'playerId' | 'connectionId'>,
): ConnectionSample | null => {
  if (lasted.live + lasted.lagging + lasted.resuming + lasted.lost === 0) return null
  const sorted = roundTrips.toSorted((a, b) => a - b)
  return {
    ...whose,
    at,
    roundTripMs: told(sorted[Math.floor((sorted.length - 1) / 2)] ?? null),
    worstMs: told(worstMs),
    jitterMs: told(jitter.count === 0 ? null : jitter.sum / jitter.count),
    seconds: {
      live: seconds(lasted.live),
      lagging: seconds(lasted.lagging),
      resuming: seconds(lasted.resuming),
      lost: seconds(lasted.lost),
    },
  }
}
