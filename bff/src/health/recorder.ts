import { bodyCode } from '@minefall/shared/contracts'
import type { ConnectionMinute, HealthBatch } from '@minefall/shared/contracts/desk'
import type { Bus, Clock, Logger } from '@minefall/shared/node'
import type { Backlog } from './history.ts'

/** Between two batches, and before one is sent again, in milliseconds. */
export const recordEveryMs = 5_000

export type Recorder = {
  /** Sends what waits. Resolves when the platform has it all, or can't be reached. */
  send(): Promise<void>
}

export type RecorderOptions = {
  bus: Bus
  clock: Clock
  edge: string
  requestMs: number
  newBatchId: () => string
  backlog: Backlog
  /** The current minute so far. */
  minute: () => ConnectionMinute
  log: Pick<Logger, 'error'>
  /** Called with the outcome of each batch. */
  answered: (outcome: 'stored' | 'refused' | 'unanswered') => void
}

const isNothing = ({ at: _at, p50: _p50, p95: _p95, closes, ...counts }: ConnectionMinute) =>
  Object.keys(closes).length === 0 && Object.values(counts).every((count) => count === 0)

/**
 * Sends the backlog to the platform, batch by batch. A batch is resent under its id until answered, so one whose
 * answer got lost is stored once.
 */
export const recorder = (options: RecorderOptions): Recorder => {
  const { bus, clock, edge, requestMs, newBatchId, backlog, minute, log, answered } = options
  let pending: HealthBatch | null = null
  let sending: Promise<void> | null = null
  /** Whether the last reported minute had connections: an empty BFF reports once. */
  let wasEmpty = true

  const next = (): HealthBatch | null => {
    const batch = backlog.take()
    if (batch.events.length + batch.samples.length + batch.totals.length === 0) return null
    return { edge, batchId: newBatchId(), at: clock.now(), ...batch }
  }

  const give = async () => {
    for (;;) {
      pending ??= next()
      if (!pending) return
      const { code, msg } = await bus.request('health.record', pending, { timeoutMs: requestMs })
      if (code === bodyCode.unavailable || code === bodyCode.timeout || code === bodyCode.ourFault) {
        answered('unanswered')
        return
      }
      // A batch refused once would be refused again.
      if (code !== bodyCode.ok) log.error({ code, msg }, 'the platform refused to keep how connections did')
      answered(code === bodyCode.ok ? 'stored' : 'refused')
      pending = null
    }
  }

  return {
    send() {
      const now = minute()
      if (!isNothing(now) || !wasEmpty) backlog.minute(now)
      wasEmpty = isNothing(now)
      sending ??= give().finally(() => {
        sending = null
      })
      return sending
    },
  }
}
