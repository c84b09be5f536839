import {
  type AnalyticsBatch,
  type AnalyticsEvent,
  anonymousBytesMax,
  eventsPerCall,
} from '@minefall/shared/analytics'
import type { Backup } from './backup.ts'

/** The documented flush: at so many queued events, or so long after the first of them. */
const flushAt = 10
const flushMs = 5_000

const retryFirstMs = 5_000
const retryMostMs = 300_000

/**
 * The outcome of a batch: `refused` is final, what `failed` is tried again; where the server says when there is room
 * again, that is waited for.
 */
export type SendResult = 'taken' | 'refused' | 'failed' | { tooManyForMs: number }

/** The longest that a server's wait is believed, in milliseconds. */
const waitMostMs = 3_600_000
/** What a batch holds besides its events, in bytes. */
const aroundEvents = 200

/** The first of the events that fit one call, also one of a guest: at least one. */
const fitting = (events: readonly AnalyticsEvent[]): AnalyticsEvent[] => {
  const encoder = new TextEncoder()
  let bytes = aroundEvents
  const end = events.findIndex((event, nth) => {
    bytes += encoder.encode(JSON.stringify(event)).length + 1
    return nth > 0 && bytes > anonymousBytesMax
  })
  return events.slice(0, Math.min(end < 0 ? events.length : end, eventsPerCall))
}

/** All that the queue knows of a browser. */
export type QueueWorld = {
  now(): number
  /** Runs once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void
  /** In [0, 1). */
  random(): number
  /** Never rejects. */
  send(batch: AnalyticsBatch): Promise<SendResult>
  /** Sends while the page goes: no one learns the outcome. */
  beacon(batch: AnalyticsBatch): void
  backup: Backup
  /** Runs `work` unless another tab is at it, and tells whether it ran. */
  alone(work: () => Promise<void>): Promise<boolean>
  log(message: string): void
}

export type Queue = {
  record(event: AnalyticsEvent): void
  /** Sends what is queued now, without waiting for more: the page is hidden, and may end without another word. */
  flush(): void
  /** Sends what was not delivered before: at the start, and when there is a chance again. */
  retry(): void
  /** The page goes, perhaps permanently. */
  leave(): void
  /** Forgets everything that was not delivered. */
  clear(): void
}

/** How long to wait after so many failures in a row: twice as long each time, give or take a quarter. */
export const retryDelay = (failures: number, random: number): number =>
  Math.min(retryMostMs, retryFirstMs * 2 ** (failures - 1)) * (0.75 + random / 2)

/**
 * Events on their way. What a tab has recorded is its own until it failed to arrive or the page is hidden or goes; from
 * then on it is in the backup, which one tab at a time delivers. What was sent and perhaps not received is sent again: the server
 * knows each event by its id.
 */
export const createQueue = (world: QueueWorld): Queue => {
  const { backup } = world
  let fresh: AnalyticsEvent[] = []
  let underWay: AnalyticsEvent[] = []
  let isRetrying = false
  let failures = 0
  let notBefore = 0
  let cancelFlush: (() => void) | null = null
  let cancelRetry: (() => void) | null = null

  const batchOf = (events: AnalyticsEvent[]): AnalyticsBatch => ({ events, timestamp: world.now() })

  const stopTimers = () => {
    cancelFlush?.()
    cancelRetry?.()
    cancelFlush = null
    cancelRetry = null
  }

  const retryLater = () => {
    cancelRetry?.()
    const untilThere = notBefore - world.now()
    const delay = untilThere > 0 ? untilThere : retryDelay(Math.max(1, failures), world.random())
    cancelRetry = world.after(delay, () => {
      cancelRetry = null
      void retry()
    })
  }

  /** Sends, and tells whether that is done with; what failed waits in the backup. */
  const deliver = async (events: AnalyticsEvent[]): Promise<boolean> => {
    const sent = await world.send(batchOf(events))
    if (sent !== 'taken' && sent !== 'refused') {
      failures += 1
      if (sent !== 'failed') {
        // Spread over some seconds, so that the tabs of an address do not all come back in one moment.
        const spread = retryDelay(failures, world.random())
        notBefore = world.now() + Math.min(waitMostMs, sent.tooManyForMs) + spread
      }
      world.log(`${events.length} events could not be sent; trying again later`)
      retryLater()
      return false
    }
    failures = 0
    if (sent === 'refused') world.log(`${events.length} events were refused`)
    backup.remove(events)
    return true
  }

  const flush = async (): Promise<void> => {
    cancelFlush?.()
    cancelFlush = null
    if (underWay.length > 0 || fresh.length === 0) return
    const events = fresh.splice(0, fitting(fresh).length)
    // Others go the same way as those that are being tried again.
    if (cancelRetry) return backup.add(events)
    underWay = events
    const isDone = await deliver(events)
    // Anyone who forgets everything has forgotten these too.
    if (underWay !== events) return
    if (!isDone) backup.add(events)
    underWay = []
    if (fresh.length > 0) look()
  }

  /** Flushes when there is enough, or a while after the first. */
  const look = () => {
    if (fresh.length >= flushAt) void flush()
    else cancelFlush ??= world.after(flushMs, () => void flush())
  }

  const retry = async (): Promise<void> => {
    cancelRetry?.()
    cancelRetry = null
    if (isRetrying) return
    if (world.now() < notBefore) return retryLater()
    isRetrying = true
    const next = () => fitting(backup.head(eventsPerCall))
    const ran = await world.alone(async () => {
      for (let events = next(); events.length > 0; events = next()) if (!(await deliver(events))) return
    })
    isRetrying = false
    if (!ran) retryLater()
  }

  return {
    record: (event) => {
      fresh.push(event)
      look()
    },
    flush: () => {
      backup.add([...underWay, ...fresh])
      void flush()
    },
    retry: () => void retry(),
    leave: () => {
      const events = [...underWay, ...fresh]
      fresh = []
      cancelFlush?.()
      cancelFlush = null
      if (events.length === 0) return
      backup.add(events)
      world.beacon(batchOf(fitting(events)))
    },
    clear: () => {
      fresh = []
      underWay = []
      failures = 0
      notBefore = 0
      stopTimers()
      backup.clear()
    },
  }
}
