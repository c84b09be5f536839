import {
  type ConnectionEvent,
  type ConnectionMinute,
  type ConnectionSample,
  type HealthBatch,
  healthBatchMost,
} from '@minefall/shared/contracts/desk'

/** Events and samples waiting for the platform; beyond that the oldest samples are dropped first, then the oldest events. */
const keptAtMost = 20_000

type Dropped = (what: 'sample' | 'event' | 'minute') => void

/** What is to be kept of connections, until the platform has it. */
export type Backlog = {
  event(event: ConnectionEvent): void
  sample(sample: ConnectionSample): void
  /** Sets the state of a minute, replacing an earlier one and adding what happened since. */
  minute(minute: ConnectionMinute): void
  /** As much as one batch holds. */
  take(): Pick<HealthBatch, 'events' | 'samples' | 'totals'>
  /** Events and samples that wait. */
  size(): number
}

const addCloses = (a: ConnectionMinute['closes'], b: ConnectionMinute['closes']) => {
  const sum = { ...a }
  for (const [code, times] of Object.entries(b) as [keyof typeof b, number][])
    sum[code] = (sum[code] ?? 0) + times
  return sum
}

export const backlog = (dropped: Dropped): Backlog => {
  const events: ConnectionEvent[] = []
  const samples: ConnectionSample[] = []
  const minutes: ConnectionMinute[] = []

  const bound = () => {
    if (events.length + samples.length <= keptAtMost) return
    if (samples.shift()) dropped('sample')
    else if (events.shift()) dropped('event')
  }

  return {
    event(event) {
      events.push(event)
      bound()
    },
    sample(sample) {
      samples.push(sample)
      bound()
    },
    minute(minute) {
      // Not always the last one: the clock may have been set back.
      const known = minutes.findIndex(({ at }) => at === minute.at)
      const [before] = known < 0 ? [] : minutes.splice(known, 1)
      if (!before) minutes.push(minute)
      else {
        const closes = addCloses(before.closes, minute.closes)
        minutes.push({ ...minute, reconnects: before.reconnects + minute.reconnects, closes })
      }
      if (minutes.length <= healthBatchMost.totals) return
      minutes.shift()
      dropped('minute')
    },
    take: () => ({
      events: events.splice(0, healthBatchMost.events),
      samples: samples.splice(0, healthBatchMost.samples),
      totals: minutes.splice(0),
    }),
    size: () => events.length + samples.length,
  }
}
