import { addHours, type LastHour } from '@minefall/shared/connections'
import type { CloseCode } from '@minefall/shared/contracts/live'

const minuteMs = 60_000
const minutes = 60

const nothing = (): LastHour => ({ reconnects: 0, backSoon: 0, closes: {} })

/** Connections that came back or ended: in the last hour, by minutes, and since it was asked before. */
export type Flow = {
  returned(now: number, soon: boolean): void
  ended(now: number, code: CloseCode): void
  lastHour(now: number): LastHour
  /** What happened since this was asked before. */
  take(): LastHour
}

export const flow = (): Flow => {
  const byMinute = new Map<number, LastHour>()
  let untold = nothing()

  const prune = (now: number) => {
    const oldest = Math.floor(now / minuteMs) - minutes + 1
    for (const minute of byMinute.keys()) if (minute < oldest) byMinute.delete(minute)
  }
  const note = (now: number, what: LastHour) => {
    const minute = Math.floor(now / minuteMs)
    prune(now)
    byMinute.set(minute, addHours([byMinute.get(minute) ?? nothing(), what]))
    untold = addHours([untold, what])
  }

  return {
    returned: (now, soon) => note(now, { reconnects: 1, backSoon: soon ? 1 : 0, closes: {} }),
    ended: (now, code) => note(now, { reconnects: 0, backSoon: 0, closes: { [code]: 1 } }),
    lastHour(now) {
      prune(now)
      return addHours(byMinute.values())
    },
    take() {
      const taken = untold
      untold = nothing()
      return taken
    },
  }
}
