/** A clock that is paused until a test moves it. */
export type ManualClock = {
  now(): number
  after(ms: number, run: () => void): () => void
  /** Moves time on by `ms`, running what falls due in order and letting promises settle in between. */
  advance(ms: number): Promise<void>
  /** Timers not yet due. */
  pending(): number
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

export const manualClock = (start = 1_000_000): ManualClock => {
  let now = start
  let count = 0
  let timers: { due: number; order: number; run: () => void }[] = []
  return {
    now: () => now,
    after(ms, run) {
      const timer = { due: now + Math.max(0, ms), order: count++, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    async advance(ms) {
      const end = now + ms
      await settle()
      for (;;) {
        const next = timers
          .filter(({ due }) => due <= end)
          .sort((a, b) => a.due - b.due || a.order - b.order)[0]
        if (!next) break
        timers = timers.filter((other) => other !== next)
        now = Math.max(now, next.due)
        next.run()
        await settle()
      }
      now = end
    },
    pending: () => timers.length,
  }
}
