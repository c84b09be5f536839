import { type ClientMessage, eagerPings, pingAfterMs } from '@minefall/shared/contracts'

type Trips = Pick<ClientMessage<'clock.ping'>, 'sentAt' | 'roundTripMs' | 'jitterMs'>

export type Heartbeat = {
  /** A connection is up: its first ping goes out at once. */
  start(): void
  /** The ping under way was answered. */
  answered(): void
  stop(): void
}

/** Round trips that the reported jitter covers, as in the product's client. */
const tripsKept = 8

/** Pings when the product's client does, and reports what it does; `ping` sends one. */
export const heartbeat = (ping: (trips: Trips) => void): Heartbeat => {
  let asked = 0
  let sentAt = 0
  let trips: number[] = []
  let timer: NodeJS.Timeout | undefined
  const beat = () => {
    asked += 1
    sentAt = performance.now()
    const steps = trips.slice(1).map((trip, index) => Math.abs(trip - (trips[index] ?? trip)))
    const jitterMs = steps.length > 0 ? steps.reduce((sum, step) => sum + step, 0) / steps.length : undefined
    ping({ sentAt, roundTripMs: trips.at(-1), jitterMs })
  }
  const stop = () => clearTimeout(timer)
  return {
    start() {
      stop()
      asked = 0
      trips = []
      beat()
    },
    answered() {
      trips = [...trips, performance.now() - sentAt].slice(-tripsKept)
      timer = setTimeout(beat, asked < eagerPings ? pingAfterMs.eager : pingAfterMs.calm)
    },
    stop,
  }
}
