import { type EventObject, fromCallback } from 'xstate'
import type { Wire } from './wire.ts'

/** One exchange of clocks: our time when asked and answered, the server's in between; milliseconds. */
export type ClockSample = { sentAt: number; receivedAt: number; serverAt: number }

/** How many recent samples count. */
const kept = 8

export const roundTrip = ({ sentAt, receivedAt }: ClockSample) => Math.max(0, receivedAt - sentAt)

export const addSample = (samples: readonly ClockSample[], sample: ClockSample): readonly ClockSample[] =>
  [...samples, sample].slice(-kept)

/**
 * The smallest recent round trip and the offset its sample shows: the less time an exchange took, the less it can
 * be wrong about when the server answered.
 */
export const readClock = (
  samples: readonly ClockSample[],
): { roundTripMs: number; offsetMs: number } | null => {
  const best = samples.reduce<ClockSample | null>(
    (least, sample) => (least && roundTrip(least) <= roundTrip(sample) ? least : sample),
    null,
  )
  if (!best) return null
  const roundTripMs = roundTrip(best)
  return { roundTripMs, offsetMs: best.serverAt - (best.sentAt + roundTripMs / 2) }
}

/** Notes that a match in play was entered or left: the next sample is due at once. */
export const paceActor = fromCallback<EventObject, { wire: Wire }>(({ input: { wire }, sendBack }) =>
  wire.onPace(() => sendBack({ type: 'clock.due' })),
)
