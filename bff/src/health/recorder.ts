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
  /** How this minute stands now. */
  minute: () => ConnectionMinute
  log: Pick<Logger, 'error'>
  /** Called with what became of each batch that was sent. */
  answered: (outcome: 'stored' | 'refused' | 'unanswered') => void
}

const isNothing = ({ at: _at, p50: _p50, p95: _p95, closes, ...counts }: ConnectionMinute) =>
  Object.keys(closes).length === 0 && Object.values(counts).every((count) => count === 0)

/**
 * Gives the backlog to the platform, one batch after another. A batch is sent under its id until there is an answer, so that
 * one whose answer got lost is stored once.
 */
export const recorder = (options: RecorderOptions): Recorder => {
  const { bus, clock, edge, requestMs, newBatchId, backlog, minute, log, answered } = options
  let pending: HealthBatch | null = null
  let sending: Promise<void> | null = null
  /** Whether there was anyone in the minute told last: an empty house is reported once. */
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
      // What is refused once is refused permanently.
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
