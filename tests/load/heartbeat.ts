/** As often as the product's client, in milliseconds. */
const everyMs = 2_500

export type Heartbeat = {
  /** The ping under way was answered. */
  answered(): void
  stop(): void
}

/** Pings as the product's client does, and reports the round trip before; `ping` sends one. */
export const heartbeat = (ping: (report: object) => void): Heartbeat => {
  let sentAt = 0
  let roundTripMs: number | undefined
  let jitterMs: number | undefined
  const beat = () => {
    sentAt = performance.now()
    ping({ sentAt, roundTripMs, jitterMs })
  }
  let timer = setTimeout(beat, everyMs * Math.random())
  return {
    answered() {
      const took = performance.now() - sentAt
      if (roundTripMs !== undefined) jitterMs = Math.abs(took - roundTripMs)
      roundTripMs = took
      timer = setTimeout(beat, everyMs)
    },
    stop: () => clearTimeout(timer),
  }
}
