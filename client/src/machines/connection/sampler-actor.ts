import { type EventObject, fromCallback } from 'xstate'
import type { Wire } from './wire.ts'

const answerWithinMs = 2_500

/** One exchange of clocks: our time when asked and answered, the server's in between; milliseconds. */
export type ClockSample = { sentAt: number; receivedAt: number; serverAt: number }

/** How many recent samples count. */
const kept = 8

const roundTrip = ({ sentAt, receivedAt }: ClockSample) => Math.max(0, receivedAt - sentAt)

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

/** How much a round trip differs from the one before, on average; undefined of fewer than two. */
export const jitter = (samples: readonly ClockSample[]): number | undefined => {
  const [first, ...rest] = samples.map(roundTrip)
  if (first === undefined || rest.length === 0) return undefined
  let [before, sum] = [first, 0]
  for (const trip of rest) {
    sum += Math.abs(trip - before)
    before = trip
  }
  return sum / rest.length
}

type SamplerEvent =
  | { type: 'clock.sampled'; sentAt: number; receivedAt: number; serverAt: number }
  | { type: 'clock.missed'; key: number }

/** The longest round trip that a report may carry, in milliseconds. */
const longestMs = 600_000

/** What is undefined is left out of the message. */
const told = (ms: number | undefined) => (ms === undefined ? ms : Math.min(longestMs, ms))

/**
 * Takes one clock sample, which is also the heartbeat: no answer in time means that the network is dead, long before
 * TCP would notice. It reports what `samples` tell of the connection, and passes on how the server says that the match
 * stands.
 */
export const samplerActor = fromCallback<
  EventObject,
  { key: number; wire: Wire; now: () => number; samples: readonly ClockSample[] }
>(({ input: { key, wire, now, samples }, sendBack }) => {
  const tell = (event: SamplerEvent) => sendBack(event)
  let stopped = false
  const sentAt = now()
  const last = samples.at(-1)
  const payload = {
    sentAt,
    roundTripMs: told(last && roundTrip(last)),
    jitterMs: told(jitter(samples)),
    ...wire.takeReport(),
  }
  wire.ask('clock.ping', payload, answerWithinMs).then(({ data }) => {
    if (stopped) return
    if (data) {
      tell({ type: 'clock.sampled', sentAt, receivedAt: now(), serverAt: data.serverAt })
      if (data.match) wire.tell({ type: 'message', message: { name: 'match.beat', payload: data.match } })
    } else tell({ type: 'clock.missed', key })
  })
  return () => {
    stopped = true
  }
})

/** Tells when a match that goes on was come to or left: the next sample is due at once. */
export const paceActor = fromCallback<EventObject, { wire: Wire }>(({ input: { wire }, sendBack }) =>
  wire.onPace(() => sendBack({ type: 'clock.due' })),
)
