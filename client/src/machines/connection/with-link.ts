import { bodyCode } from '@minefall/shared/contracts'
import type { Answer, Digest } from '@minefall/shared/contracts/live'
import type { EventObject } from 'xstate'
import { type ClockSample, roundTrip } from './clock.ts'
import type { Wire } from './wire.ts'

export { openSocketLink } from './socket-link.ts'

/** An actor of an input and a callback that returns a stop function; ignored once stopped. */
export type Run<I> = (input: I, tell: (event: EventObject & Record<string, unknown>) => void) => () => void

const answerWithinMs = 2_500

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

type SampleInput = { key: number; wire: Wire; now: () => number; samples: readonly ClockSample[] }
type SamplerEvent =
  | { type: 'clock.sampled'; sentAt: number; receivedAt: number; serverAt: number }
  | { type: 'clock.missed'; key: number }

/** The longest round trip that a report may carry, in milliseconds. */
const longestMs = 600_000

/** What is undefined is left out of the message. */
const told = (ms: number | undefined) => (ms === undefined ? ms : Math.min(longestMs, ms))

/**
 * Takes one clock sample, which is also the heartbeat: no answer in time means a dead network, long before TCP would
 * notice. It reports the connection's `samples`, and passes on the server's last number of the match.
 */
export const sample: Run<SampleInput> = ({ key, wire, now, samples }, sendBack) => {
  const tell = (event: SamplerEvent) => sendBack(event)
  const last = samples.at(-1)
  const trips = { roundTripMs: told(last && roundTrip(last)), jitterMs: told(jitter(samples)) }
  const ask = () => {
    const sentAt = now()
    wire.ask('clock.ping', { sentAt, ...trips, ...wire.takeReport() }, answerWithinMs).then(({ data }) => {
      if (!data) return tell({ type: 'clock.missed', key })
      const receivedAt = now()
      const isSteady = sentAt <= receivedAt && receivedAt - sentAt <= answerWithinMs
      // Our clock was set while the answer was on its way, which says nothing of the server's: another may.
      if (isSteady) tell({ type: 'clock.sampled', sentAt, receivedAt, serverAt: data.serverAt })
      else ask()
      if (data.match) wire.tell({ type: 'message', message: { name: 'match.beat', payload: data.match } })
    })
  }
  ask()
  return () => undefined
}

type IdentifyEvent =
  | { type: 'identified'; as: Answer<'session.use'> }
  | { type: 'identify.failed'; retry: boolean }

const ofToken: readonly number[] = [bodyCode.tokenInvalid, bodyCode.tokenExpired]

/** Asks once that this connection become the player of this token, or the browser's guest. */
export const identify: Run<{ wire: Wire; token: string | null }> = ({ wire, token }, sendBack) => {
  const tell = (event: IdentifyEvent) => sendBack(event)
  wire.ask('session.use', { token }).then(({ code, data }) => {
    tell(
      data ? { type: 'identified', as: data } : { type: 'identify.failed', retry: !ofToken.includes(code) },
    )
  })
  return () => undefined
}

/** Watches the lobby's figures while it lives, again after a move to another server. */
export const watchLobby: Run<{ wire: Wire }> = ({ wire }, sendBack) => {
  const tell = (digest: Digest) => sendBack({ type: 'lobby.digested', digest })
  const watch = () => wire.ask('lobby.watch', {}).then(({ data }) => data && tell(data))
  watch()
  const unlisten = wire.listen((signal) => {
    if (signal.type === 'up') watch()
  })
  return () => {
    unlisten()
    if (wire.isUp()) wire.ask('lobby.unwatch', {})
  }
}
