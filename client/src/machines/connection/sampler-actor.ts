import { type EventObject, fromCallback } from 'xstate'
import { answerWithinMs } from './setup.ts'
import type { Wire } from './wire.ts'

type SamplerEvent =
  | { type: 'clock.sampled'; sentAt: number; receivedAt: number; serverAt: number }
  | { type: 'clock.missed'; key: number }

/** Numbers a report may carry. */
const limits = { roundTripMs: 600_000, gaps: 1_000_000 } as const

/**
 * Takes one clock sample, which is also the heartbeat: no answer in time means that the network is dead, long before
 * TCP would notice.
 */
export const samplerActor = fromCallback<
  EventObject,
  { key: number; wire: Wire; now: () => number; roundTripMs: number | null }
>(({ input: { key, wire, now, roundTripMs }, sendBack }) => {
  const tell = (event: SamplerEvent) => sendBack(event)
  let stopped = false
  const sentAt = now()
  const gaps = wire.takeGaps()
  const payload = {
    sentAt,
    ...(roundTripMs === null ? {} : { roundTripMs: Math.min(limits.roundTripMs, Math.max(0, roundTripMs)) }),
    ...(gaps === 0 ? {} : { gaps: Math.min(limits.gaps, gaps) }),
  }
  wire.ask('clock.ping', payload, answerWithinMs).then(({ data }) => {
    if (stopped) return
    if (data) tell({ type: 'clock.sampled', sentAt, receivedAt: now(), serverAt: data.serverAt })
    else tell({ type: 'clock.missed', key })
  })
  return () => {
    stopped = true
  }
})
