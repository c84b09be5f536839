/**
 * A time in which a thread did not come to its timers. Times are milliseconds since 1970, by the monotonic clock, so
 * that those of several processes of one machine can be compared.
 */
export type Stall = {
  from: number
  to: number
  /** Milliseconds of it in which the thread had a processor; for the rest it waited for one. */
  ran: number
}

/** How often each watched thread looks at the clock, and what counts as a stall, in milliseconds. */
const tickMs = 2
const stallMs = 3.5

export const wallClock = (): number => performance.timeOrigin + performance.now()

declare global {
  namespace NodeJS {
    interface Process {
      /** Since Node 23.9, in microseconds. */
      threadCpuUsage(): CpuUsage
    }
  }
}

/** What this thread has used of a processor, in milliseconds. */
const ranMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Tells each stall of the thread that calls it, for as long as the thread has something else to do. */
export const watchStalls = (tell: (stall: Stall) => void): void => {
  let [at, ran] = [wallClock(), ranMs()]
  const tick = () => {
    const [now, used] = [wallClock(), ranMs()]
    if (now - at >= stallMs) tell({ from: at, to: now, ran: Math.min(used - ran, now - at) })
    at = now
    ran = used
  }
  setInterval(tick, tickMs).unref()
}
