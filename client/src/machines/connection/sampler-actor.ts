import { type EventObject, fromCallback } from 'xstate'
import { type ClockSample, jitter, roundTrip } from './clock-samples.ts'
import { answerWithinMs } from './setup.ts'
import type { Wire } from './wire.ts'

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
